import { TemplateError, type Json, type Template, type TemplateParameter } from './template.ts';

/**
 * Values of the template's parameters: what the caller gives, else the default, checked as CloudFormation does.
 * Parameters of an SSM type (CDK's `BootstrapVersion`) name a store that does not exist here and are left out.
 *
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/parameters-section-structure.html
 * @throws {TemplateError} if a value is missing, breaks a constraint, or names no parameter.
 */
export function parameterValues(template: Template, given: Record<string, string> = {}): Map<string, Json> {
  const declared = template.Parameters ?? {};
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(declared, name)) throw new TemplateError(`The template has no parameter ${name}.`);
  }
  const values = new Map<string, Json>();
  for (const [name, parameter] of Object.entries(declared)) {
    if (parameter.Type.startsWith('AWS::SSM::Parameter::')) continue;
    const text = given[name] ?? parameter.Default?.toString();
    if (text === undefined)
      throw new TemplateError(`The parameter ${name} has no default and needs a value.`);
    values.set(name, parse(name, parameter, text));
  }
  return values;
}

function parse(name: string, parameter: TemplateParameter, text: string): Json {
  const errorOf = (rule: string) =>
    new TemplateError(
      `The parameter ${name} ${parameter.ConstraintDescription ?? rule}: ${JSON.stringify(text)}.`,
    );
  const items = parameter.Type === 'CommaDelimitedList' ? text.split(',').map((item) => item.trim()) : [text];

  const allowed = parameter.AllowedValues?.map(String);
  if (allowed && !items.every((item) => allowed.includes(item))) {
    throw errorOf(`must be one of ${allowed.join(', ')}`);
  }
  const pattern = parameter.AllowedPattern;
  if (pattern !== undefined && !items.every((item) => new RegExp(`^(?:${pattern})$`, 'u').test(item))) {
    throw errorOf(`must match ${pattern}`);
  }

  switch (parameter.Type) {
    case 'String':
      if (text.length < Number(parameter.MinLength ?? 0)) {
        throw errorOf(`must have at least ${String(parameter.MinLength)} characters`);
      }
      if (text.length > Number(parameter.MaxLength ?? Infinity)) {
        throw errorOf(`must have at most ${String(parameter.MaxLength)} characters`);
      }
      return text;
    case 'Number': {
      const number = text.trim() === '' ? NaN : Number(text);
      if (!Number.isFinite(number)) throw errorOf('must be a number');
      if (number < Number(parameter.MinValue ?? -Infinity)) {
        throw errorOf(`must be at least ${String(parameter.MinValue)}`);
      }
      if (number > Number(parameter.MaxValue ?? Infinity)) {
        throw errorOf(`must be at most ${String(parameter.MaxValue)}`);
      }
      // CloudFormation hands numbers on as the text that was given.
      return text;
    }
    case 'CommaDelimitedList':
      return text === '' ? [] : items;
    default:
      throw new TemplateError(
        `The parameter ${name} has the type ${parameter.Type}, which is not served locally.`,
      );
  }
}
