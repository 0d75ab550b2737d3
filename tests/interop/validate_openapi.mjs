// node validate_openapi.mjs <file>: ends with 0 when the file is a valid OpenAPI document; prints what is wrong otherwise.
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const validator = new Validator();
const result = await validator.validate(document);
if (!result.valid) {
    console.error(JSON.stringify(result.errors, null, 2));
    process.exit(1);
}
validator.resolveRefs(); // throws when one leads nowhere
console.log(validator.version);
