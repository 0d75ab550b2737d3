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
  [/^is not a slug: /, () => t('may have a-z, digits, “-” and “_”, and begins and ends with a letter or a digit')],
  [/^port (\d+) of host '.*' is not allowed by the configuration \(allowed_ports\)$/, ([port]) => t('port {port} is not allowed: the operator of this server adds it to “{setting}” of plugins.d/webhooks.json', { port: port!, setting: 'allowed_ports' })],
  [/^host '(.*)' (?:is|resolves to) a private address and is not allowed by the configuration \(allowed_hosts\)$/, ([host]) => t('{host} is not public: the operator of this server adds it to “{setting}” of plugins.d/webhooks.json', { host: host!, setting: 'allowed_hosts' })],
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

export const fieldRefusal = (message: string): string => found(ofFields, message) || message;

export function refusal(status: number, message: string, problems: { path: string; message: string }[]): string {
  const known = found(ofRequests, message);
  if (known || languageNow() === 'en') return known || message;
  if (problems.length) return t('The server refuses it: {reasons}.', { reasons: problems.map((each) => [each.path, each.message].filter(Boolean).join(': ')).join('; ') });
  return byStatus(status, message) || message;
}
