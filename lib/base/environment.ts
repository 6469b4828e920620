/**
 * Returns the named variables of `environment`, all of which must be set.
 *
 * @throws Error naming the missing variables, so that a wrong deployment fails at its first start
 */
export function requireVariables<const Name extends string>(
  environment: NodeJS.ProcessEnv,
  ...names: Name[]
): Record<Name, string> {
  const missing = names.filter((name) => !environment[name]);
  if (missing.length > 0) throw new Error(`Environment variables missing: ${missing.join(', ')}`);
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? ''])) as Record<Name, string>;
}
