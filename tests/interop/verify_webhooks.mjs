// Asks standardwebhooks about deliveries: a JSON array of {secret, headers, body} on standard input; prints a JSON array of
// the events' types, null where one is refused.
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';

const answers = JSON.parse(readFileSync(0, 'utf8')).map(({ secret, headers, body }) => {
    try {
        return new Webhook(secret).verify(body, headers).type;
    } catch (error) {
        if (error.name !== 'WebhookVerificationError') throw error;
        return null;
    }
});
console.log(JSON.stringify(answers));
