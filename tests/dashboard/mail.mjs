// A mail server that takes everything, for tests that read what the server writes to people.
import { createServer } from 'node:net';

const readable = (raw) => Buffer.from(raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))), 'latin1').toString('utf8');

/** `next(to)` waits for the next mail to somebody; `stop()` ends the server. */
export function startMail() {
  const mails = [];
  const waiting = [];
  const deliver = (mail) => {
    const at = waiting.findIndex((each) => each.to === mail.to);
    if (at < 0) mails.push(mail);
    else waiting.splice(at, 1)[0].resolve(mail.text);
  };
  const server = createServer((socket) => {
    let rest = '';
    let to = '';
    let body = null;
    const say = (line) => socket.write(`${line}\r\n`);
    const hear = (line) => {
      if (body) {
        if (line !== '.') return void body.push(line);
        deliver({ to, text: readable(body.join('\r\n')) });
        body = null;
        return say('250 taken');
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'RCPT') to = /<([^>]*)>/.exec(line)[1];
      if (verb === 'DATA') body = [];
      say({ EHLO: '250 here', DATA: '354 go on', QUIT: '221 bye' }[verb] ?? '250 well');
      if (verb === 'QUIT') socket.end();
    };
    say('220 mail for tests');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop();
      lines.forEach(hear);
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({
    port: server.address().port,
    next: (to) => {
      const at = mails.findIndex((each) => each.to === to);
      return at < 0 ? new Promise((found) => waiting.push({ to, resolve: found })) : Promise.resolve(mails.splice(at, 1)[0].text);
    },
    stop: () => server.close(),
  })));
}
