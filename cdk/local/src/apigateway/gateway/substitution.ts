import { TemplateError } from '../../template/template.ts';

/**
 * Values that templates may name, for instance `context.requestId` or `method.request.header.Origin`; undefined if
 * there is none for this request.
 */
export type Variables = (name: string) => string | undefined;

const name = String.raw`(?:context|stageVariables)(?:\.\w+)+|method\.request\.(?:header|querystring|path)\.[\w-]+`;
/** `$name` or `${name}`. */
const token = new RegExp(String.raw`\$(?:\{(${name})\}|(${name}))`, 'g');
const velocity = /\$!?\{?(?:input|util)\b|#(?:set|if|else|elseif|end|foreach|define|return)\b/;

/**
 * Fills in a template of a gateway response or a mock. Such templates know plain variables only; values go in as they
 * are, except `$context.error.messageString`, which brings its own quotes.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gatewayResponse-definition.html
 */
export function substitute(template: string, variables: Variables): string {
  return template.replaceAll(
    token,
    (_whole, braced: string | undefined, bare: string | undefined) => variables(braced ?? bare ?? '') ?? '',
  );
}

/**
 * Evaluates a mapping expression: `'static text'` or the name of a variable.
 *
 * @returns undefined if the variable has no value.
 */
export function mapped(expression: string, variables: Variables): string | undefined {
  const text = /^'(.*)'$/s.exec(expression)?.[1];
  return text ?? variables(expression);
}

/** @throws {TemplateError} if a template uses the Velocity language, of which only variables are served. */
export function checkSubstitutions(template: string, place: string): void {
  const found = velocity.exec(template)?.[0];
  if (found !== undefined)
    throw new TemplateError(`${place}: the template directive ${found} is not served locally.`);
}

/** Picks a template by the `Accept` header: the first type that has one, else JSON, else the first template. */
export function chooseTemplate(
  templates: Record<string, string>,
  accept: string | undefined,
): { contentType: string; template: string } | undefined {
  const types = Object.keys(templates);
  const wanted = (accept ?? '').split(',').map((range) => range.split(';')[0]?.trim().toLowerCase());
  const contentType =
    wanted.find((type) => type !== undefined && types.includes(type)) ??
    types.find((type) => type === 'application/json') ??
    types[0];
  const template = contentType === undefined ? undefined : templates[contentType];
  return contentType === undefined || template === undefined ? undefined : { contentType, template };
}
