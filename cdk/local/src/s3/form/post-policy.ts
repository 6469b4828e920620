import { isObject } from '../../is-object.ts';
import { S3Error } from '../s3-error.ts';

type Condition =
  | { operator: 'eq' | 'starts-with'; field: string; value: string }
  | { operator: 'content-length-range'; minimum: number; maximum: number };

/** What a signed policy allows an upload form to hold. */
export interface PostPolicy {
  expiration: Date;
  conditions: Condition[];
}

/** Bytes that a file may have, both ends included. */
export interface SizeRange {
  minimum: number;
  maximum: number;
}

/** Fields that need no condition. */
const exemptFields = ['x-amz-signature', 'file', 'policy'];

/**
 * Reads a policy document.
 * @param encoded Base64, as in the form
 * @throws S3Error `InvalidPolicyDocument`
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export function parsePolicy(encoded: string): PostPolicy {
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(encoded, 'base64').toString());
  } catch {
    throw invalidPolicy('Invalid JSON.');
  }
  if (!isObject(document) || !Array.isArray(document['conditions'])) {
    throw invalidPolicy('The policy needs a list of conditions.');
  }
  const expiration = new Date(String(document['expiration']));
  if (!/^\d{4}-\d\d-\d\dT/.test(String(document['expiration'])) || Number.isNaN(expiration.getTime())) {
    throw invalidPolicy("Invalid 'expiration' value.");
  }
  return { expiration, conditions: document['conditions'].flatMap(parseCondition) };
}

/**
 * Holds a form against a policy.
 * @param fields by lower-case name, variables expanded
 * @param bucket that the form was sent to, whatever its `bucket` field says
 * @returns the sizes that the policy allows the file
 * @throws S3Error `AccessDenied`
 */
export function enforcePolicy(
  policy: PostPolicy,
  fields: ReadonlyMap<string, string>,
  bucket: string,
  now: Date,
): SizeRange {
  if (policy.expiration <= now) throw violation('Policy expired.');
  const range = { minimum: 0, maximum: Infinity };
  const covered = new Set(exemptFields);
  for (const condition of policy.conditions) {
    if (condition.operator === 'content-length-range') {
      range.minimum = Math.max(range.minimum, condition.minimum);
      range.maximum = Math.min(range.maximum, condition.maximum);
      continue;
    }
    const { operator, field, value } = condition;
    const actual = field === 'bucket' ? bucket : fields.get(field);
    if (actual === undefined || !holds(condition, actual)) {
      throw violation(`Policy Condition failed: ${JSON.stringify([operator, `$${field}`, value])}`);
    }
    covered.add(field);
  }
  if ((fields.get('bucket') ?? bucket) !== bucket) throw violation('The form is for another bucket.');
  const extra = [...fields.keys()].filter((name) => !covered.has(name) && !name.startsWith('x-ignore-'));
  if (extra.length > 0) throw violation(`Extra input fields: ${extra.join(', ')}`);
  return range;
}

function holds({ operator, field, value }: Exclude<Condition, SizeRange>, actual: string): boolean {
  if (operator === 'eq') return actual === value;
  // A list of content types must match in every item.
  const items = field === 'content-type' ? actual.split(',').map((item) => item.trim()) : [actual];
  return items.every((item) => item.startsWith(value));
}

function parseCondition(condition: unknown): Condition[] {
  if (isObject(condition)) {
    return Object.entries(condition).map(([name, value]) => {
      if (typeof value !== 'string') throw invalidPolicy(`The condition on ${name} needs a text.`);
      return { operator: 'eq', field: name.toLowerCase(), value };
    });
  }
  if (!Array.isArray(condition) || condition.length !== 3) throw invalidPolicy('Invalid condition.');
  const [first, second, third] = condition as unknown[];
  const operator = String(first).toLowerCase();
  if (operator === 'content-length-range') {
    const [minimum, maximum] = [Number(second), Number(third)];
    if (!Number.isSafeInteger(minimum) || !Number.isSafeInteger(maximum) || minimum < 0) {
      throw invalidPolicy('Invalid content-length-range.');
    }
    return [{ operator, minimum, maximum }];
  }
  if (operator !== 'eq' && operator !== 'starts-with') throw invalidPolicy(`Invalid operator ${operator}.`);
  if (typeof second !== 'string' || !second.startsWith('$') || typeof third !== 'string') {
    throw invalidPolicy('A condition names a field as $field, and a text.');
  }
  return [{ operator, field: second.slice(1).toLowerCase(), value: third }];
}

function violation(reason: string): S3Error {
  return new S3Error(403, 'AccessDenied', `Invalid according to Policy: ${reason}`);
}

function invalidPolicy(reason: string): S3Error {
  return new S3Error(400, 'InvalidPolicyDocument', `Invalid Policy: ${reason}`);
}
