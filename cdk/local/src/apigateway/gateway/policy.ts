import { isObject } from '../../is-object.ts';

/** What an authorizer's policy says about one request. `implicit` denials are those that no statement mentions. */
export type Decision = 'allow' | 'deny' | 'implicit';

interface Statement {
  effect: 'Allow' | 'Deny';
  actions: string[];
  resources: string[];
}

/**
 * An IAM policy as authorizers return it: statements of `Effect`, `Action` and `Resource` with the wildcards `*` and
 * `?`. `Condition`, `NotAction` and `NotResource` are not served.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-control-access-policy-language-overview.html
 */
export class Policy {
  readonly #statements: Statement[];

  /** @throws {TypeError} if the document does not have the shape of such a policy. */
  constructor(document: unknown) {
    if (!isObject(document)) throw new TypeError('policyDocument is not an object');
    const statements = asList(document['Statement']);
    if (statements.length === 0) throw new TypeError('policyDocument has no Statement');
    this.#statements = statements.map(parseStatement);
  }

  /** @param methodArn For instance `arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/jobs`. */
  decide(methodArn: string): Decision {
    const matching = this.#statements.filter(
      ({ actions, resources }) =>
        actions.some((action) => glob(action.toLowerCase(), 'execute-api:invoke')) &&
        resources.some((resource) => glob(resource, methodArn)),
    );
    if (matching.some(({ effect }) => effect === 'Deny')) return 'deny';
    return matching.length > 0 ? 'allow' : 'implicit';
  }
}

function parseStatement(statement: unknown): Statement {
  if (!isObject(statement)) throw new TypeError('a Statement is not an object');
  const { Effect: effect, Action: action, Resource: resource, Sid: _sid, ...others } = statement;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`a Statement uses ${unknown}, which is not served locally`);
  if (effect !== 'Allow' && effect !== 'Deny')
    throw new TypeError('the Effect of a Statement is not Allow or Deny');
  const actions = asList(action).filter((item) => typeof item === 'string');
  const resources = asList(resource).filter((item) => typeof item === 'string');
  if (actions.length === 0 || resources.length === 0)
    throw new TypeError('a Statement lacks Action or Resource');
  return { effect, actions, resources };
}

function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/** `*` matches any text, slashes included, and `?` any one character. */
export function glob(pattern: string, text: string): boolean {
  let star = -1;
  let resume = 0;
  let at = 0;
  let index = 0;
  while (index < text.length) {
    if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[index]) && pattern[at] !== '*') {
      at += 1;
      index += 1;
    } else if (pattern[at] === '*') {
      star = at;
      resume = index;
      at += 1;
    } else if (star >= 0) {
      // The last star takes one character more; earlier stars need no second try.
      at = star + 1;
      resume += 1;
      index = resume;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
