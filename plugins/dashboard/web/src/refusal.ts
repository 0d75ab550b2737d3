// What the server refuses, as it is told to people: its sentences are made for programmers, and English.
import { languageNow, t } from './text';

type Told = [RegExp, (found: string[]) => string];

/** Of one field; its title stands in front. */
const ofFields: Told[] = [
  [/^is required\b/, () => t('is required')],
  [/^must not be empty$/, () => t('must not be empty')],
  [/^is shorter than minlength \((\d+)\)$/, ([least]) => t('has fewer than {least} characters', { least: Number(least) })],
  [/^is longer than maxlength \((\d+)\)$/, ([most]) => t('has more than {most} characters', { most: Number(most) })],
  [/^is (\d+) characters long; at most (\d+) are allowed$/, ([length, most]) => t('has {length} characters, at most {most} are allowed', { length: Number(length), most: Number(most) })],
  [/^does not match the regular expression /, () => t('does not have the form that is asked for')],
  [/^'(.*)' is already the key of another metafield of this (?:group|object)$/, ([key]) => t('“{key}” is taken by another field', { key: key! })],
  [/^must not contain '\.'/, () => t('must not contain a dot')],
  [/^is not a slug\b|^must be lower-case letters, digits, '-' and '_', /, () => t('may have a-z, digits, “-” and “_”, and begins and ends with a letter or a digit')],
  [/^port (\d+) of host '.*' is not allowed by the configuration \(allowed_ports\)$/, ([port]) => t('port {port} is not allowed: the operator of this server adds it to “{setting}” of plugins.d/webhooks.json', { port: port!, setting: 'allowed_ports' })],
  [/^host '(.*)' (?:is|resolves to) a private address and is not allowed by the configuration \(allowed_hosts\)$/, ([host]) => t('{host} is not public: the operator of this server adds it to “{setting}” of plugins.d/webhooks.json', { host: host!, setting: 'allowed_hosts' })],
  [/^is longer than (\d+) characters$/, ([most]) => t('has more than {most} characters', { most: Number(most) })],
  [/^must have at least (\d+) characters$/, ([least]) => t('has fewer than {least} characters', { least: Number(least) })],
  [/^must have at most (\d+) bytes$/, () => t('is too long')],
  [/^(?:'\w+' )?must begin with http:\/\/ or https:\/\/$|^must be an? (?:http\(s\) address|http or https address|address that begins with http:)/, () => t('must begin with http:// or https://')],
  [/^'endpoint' must not contain blanks, /, () => t('must not contain spaces, control characters or backslashes')],
  [/^'endpoint' must not have a fragment/, () => t('must not have a fragment (“#”)')],
  [/^'endpoint' must not contain a user name or a password/, () => t('must not contain a user name or a password: send them in a header')],
  [/^'endpoint' must have a host name or an address /, () => t('must have the name or the address of a host behind “://”')],
  [/^'endpoint' must have a port /, () => t('must have a port between 1 and 65535, or none')],
  [/^'endpoint' must be percent-encoded /, () => t('must be percent-encoded behind the name of the host')],
  [/^host '(.*)' does not resolve$/, ([host]) => t('no address is known for the host {host}', { host: host! })],
  [/^a header's name must be letters, digits and hyphens$/, () => t('the name of a header must be letters, digits and hyphens')],
  [/^(?:the )?header '(.*)' is set by (?:this|the) server\b/, ([name]) => t('the header “{name}” is set by the server itself', { name: name! })],
  [/^the header '(.*)' is given twice$/, ([name]) => t('the header “{name}” stands there twice', { name: name! })],
  [/^the value of header '(.*)' must not contain line breaks /, ([name]) => t('the header “{name}” must not contain control characters', { name: name! })],
  [/^is too long; a name may have (\d+) bytes, a value (\d+)$/, ([name, value]) => t('the name of a header has more than {name} characters, or its value more than {value}', { name: Number(name), value: Number(value) })],
  [/^must name at least one (?:event|object)\b/, () => t('needs at least one')],
  [/^must be another bucket than /, () => t('must be another bucket')],
  [/^is not an e-mail address$/, () => t('is no e-mail address')],
  [/^must be a single emoji$/, () => t('must be a single emoji')],
  [/^must be a whole number\b/, () => t('must be a whole number')],
  [/^must not be negative$/, () => t('must not be negative')],
  [/^is too large$/, () => t('is too large')],
  [/^must be a finite number$/, () => t('must be a number')],
  [/^'(.*)' is not a calendar date\b/s, ([value]) => t('“{value}” is no date', { value: value! })],
  [/^is not a regular expression that can run: (.*)$/s, ([why]) => t('is no pattern that can run: {why}', { why: why! })],
  [/^'(.*)' is listed twice$/, ([value]) => t('“{value}” stands there twice', { value: value! })],
  [/^'(.*)' is not a locale code\b/, ([code]) => t('“{code}” is no code of a language, such as en or de-AT', { code: code! })],
  [/^'(.*)' is not one of the type's locales\b/, ([code]) => t('“{code}” is none of the languages of the type', { code: code! })],
  [/^object type '(.*)' was not found\b|^'(.*)' is not the slug of an object type$/, ([one, other]) => t('there is no object type “{slug}”', { slug: one ?? other! })],
  [/^media '(.*)' was not found\b/, ([name]) => t('the file “{name}” is not in the media library', { name: name! })],
  [/^media folder '(.*)' was not found$|^is not the slug of a folder$/, () => t('there is no such folder')],
  [/^object '.*' was not found in this bucket$|^the object is not there any more$/, () => t('the object is not there any more')],
  [/^object '.*' is of the type '(.*)', not of '(.*)'$/, ([actual, wanted]) => t('the object is of the type “{actual}”, not “{wanted}”', { actual: actual!, wanted: wanted! })],
  [/^the object would be unpublished before it is published\b|^the object is unpublished before that\b/, () => t('it would end before it goes out')],
  [/^no enabled plugin imports this part of a bucket$/, () => t('no plugin that is on imports this part')],
];

/** They say less than the server's own sentence, for whom that says nothing. */
const vague: Told[] = [
  [/^has (?:\d+|more than \d+) (?:headers|items|entries)(?:; at most (\d+) are allowed)?$/, () => t('has too many entries')],
  [/^must be a future time\b/, () => t('must be in the future')],
  [/^'(.*)' is not one of the options\b/s, ([value]) => t('“{value}” is not one of the choices', { value: value! })],
  [/^is not a known field\b/, () => t('is not known here')],
  [/^must be (?:a string|a number|an object|an array|true or false|a metafield|a whole number|one of .*), not \S.*$/, () => t('has a value of another kind than is asked for')],
];

const ofRequests: Told[] = [
  [/^'(?:current_)?password' is wrong; nothing was changed$/, () => t('The password is wrong. Nothing was changed.')],
  [/^the slug '(.*)' is taken by another /, ([slug]) => t('The slug “{slug}” is taken already.', { slug: slug! })],
  [/^object type '.*' is a singleton and has its object already$/, () => t('There is only one object of this type, and it is there already.')],
  [/^merge request '.*' was completed already$/, () => t('Somebody completed the merge request already.')],
  [/^merge request '.*' was closed$/, () => t('Somebody closed the merge request.')],
  [/^merge request '.*' cannot be completed: bucket '.*' no longer has the object/, () => t('Some of its objects no longer exist: look at which.')],
  [/^the objects of merge request '.*' have changed since /, () => t('Its objects have changed since you looked at them. Look at them again before you complete it.')],
  [/^browsers sign in over https only; /, () => t('Browsers sign in over https only: the operator of this server sets “{base}” or “{certificate}”.', { base: 'http.base_url', certificate: 'http.tls_certificate' })],
  [/^too many failed sign-ins; /, () => t('Too many failed sign-ins. Try again later.')],
  [/^too many passwords were asked for from here; /, () => t('Too many passwords were asked for from here. Try again later.')],
  [/^user '.*' has added (\d+) users within a day, /, ([count]) => t('You have added {count} users within a day, which is the limit. Try again later.', { count: Number(count) })],
  [/^you cannot grant the role '.*', which is above your own$/, () => t('You cannot grant a role that is above your own.')],
  [/^you cannot grant the permission '.*', which you do not have$/, () => t('You cannot grant a permission that you do not have.')],
  [/^you cannot grant the object type '(.*)', which you may not write$/, ([type]) => t('You cannot grant “{type}”, which you may not write yourself.', { type: type! })],
  [/^you may not publish in this bucket, so whom you add /, () => t('You may not publish here, so those whom you add or raise write drafts only.')],
  [/^you can neither edit nor remove yourself; /, () => t('You can neither change nor remove yourself: an administrator of the bucket can.')],
  [/^user '.*' has the role '.*', which is above your own$/, () => t('Their role is above your own.')],
  [/^a bucket with the slug '(.*)' already exists$/, ([slug]) => t('The slug “{slug}” is taken already.', { slug: slug! })],
  [/^an account with the e-mail address '(.*)' already exists$|^an account took the e-mail address '(.*)'/, ([one, other]) => t('There is an account with the address {email} already.', { email: one ?? other! })],
  [/^the user name '(.*)' is taken$/, ([name]) => t('The user name “{name}” is taken already.', { name: name! })],
  [/^user '.*' already has a role in bucket /, () => t('They have a role in this bucket already.')],
  [/^'(.*)' is the last admin of (.*); make another /, ([email, buckets]) => t('{email} is the last administrator of {buckets}: somebody else must be one there first.', { email: email!, buckets: buckets! })],
  [/^user '.*' is the last admin of /, () => t('This is the last administrator of the bucket who can sign in: somebody else must be one first.')],
  [/^bucket '.*' has (\d+) webhooks, which is as many as it may have$/, ([most]) => t('There are {most} webhooks, which is as many as a bucket may have.', { most: Number(most) })],
  [/^bucket '.*' has (\d+) tokens, which is as many as it may have$/, ([most]) => t('There are {most} tokens, which is as many as a bucket may have.', { most: Number(most) })],
  [/^webhook '.*' is disabled; /, () => t('The webhook is off. Switch it on first.')],
  [/^delivery '.*' is being sent right now$/, () => t('It is being sent right now.')],
  [/^object type '.*' has several objects; a singleton has one$/, () => t('There are several objects of this type. Where there is to be only one, delete the others first.')],
  [/^object '.*' has no draft: /, () => t('The draft is not there any more: somebody has published or discarded it.')],
  [/^the (?:file|body) is not valid JSON: (.*)$/s, ([why]) => t('The file is no valid JSON: {why}', { why: why! })],
  [/^upload '.*' has expired; start again$/, () => t('The upload has waited too long. Begin it again.')],
  [/^the file is larger than the (\d+) bytes\b/, () => t('It is larger than the server allows.')],
  [/^the plugin that '.*' belongs to is off; /, () => t('The plugin that it belongs to is off. Switch it on first.')],
  [/ has been changed since: /, () => t('Somebody else changed it meanwhile. Look at it again, then try once more.')],
];

// Of these statuses only the sentences that say no more than they do: another one has its reason, in whatever language.
const general: Record<number, RegExp> = {
  403: /^(your role |you have no role |you may not |only (an admin|administrators) )/,
  429: /^too many (requests|sign-ins at once)\b/,
};

/** Where the server's own sentence says more, but in English. */
function byStatus(status: number, message: string): string {
  if (general[status] && message && !general[status].test(message)) return '';
  const busy = () => t('The server is busy. Try again in a moment.');
  return ({
    403: () => t('Your role does not allow this.'), 404: () => t('It is not there, or you may not see it.'), 413: () => t('It is larger than the server allows.'),
    429: busy, 503: busy, 507: () => t('The server has no room for it.'),
  } as Record<number, () => string>)[status]?.() ?? '';
}

function found(told: Told[], message: string): string {
  for (const [pattern, words] of told) {
    const match = pattern.exec(message);
    if (match) return words(match.slice(1));
  }
  return '';
}

export const fieldRefusal = (message: string): string => found(ofFields, message) || (languageNow() !== 'en' && found(vague, message)) || message;

/** Conflicts that are about one field, though the server names none. */
const ofPlaces: [RegExp, string, () => string][] = [
  [/^the slug '.*' is taken by another |^a bucket with the slug '.*' already exists$/, 'slug', () => t('is taken already')],
  [/^an account (?:with|took) the e-mail address '/, 'email', () => t('is taken already')],
  [/^the user name '.*' is taken$/, 'username', () => t('is taken already')],
];
export const placed = (message: string): { path: string; message: string }[] =>
  ofPlaces.flatMap(([pattern, path, words]) => (pattern.test(message) ? [{ path, message: words() }] : []));

export function refusal(status: number, message: string, problems: { path: string; message: string }[]): string {
  const known = found(ofRequests, message);
  if (known || languageNow() === 'en') return known || message;
  if (problems.length) return t('The server refuses it: {reasons}.', { reasons: problems.map((each) => [each.path, fieldRefusal(each.message)].filter(Boolean).join(': ')).join('; ') });
  return byStatus(status, message) || message;
}
