import { type OperationName, routes } from '../routes.ts';
import { conversionCommands } from './commands.ts';

/** Commands that are not conversions to files, by their operation. */
const otherCommands = {
  'inspect-pdf': 'inspect',
  'validate-pdf': 'validate',
  'pdf-text': 'text',
  'create-upload': 'upload',
  'delete-upload': 'upload ID --delete',
  'delete-job': 'jobs ID --delete',
} as const satisfies Partial<Record<OperationName, string>>;

/** Commands for several operations have one of their own for each. */
const conversions = Object.entries(conversionCommands)
  .filter(([, { operations }]) => operations.length === 1)
  .map(([command, { operations }]) => [operations[0].name, command] as const);

const commandByRoute = new Map<string, string>(
  [...conversions, ...Object.entries(otherCommands)].map(([name, command]) => [
    routes[name as OperationName],
    command,
  ]),
);

/** A text of the service with commands in place of routes: `convert inspect` for `POST /api/pdf/inspect`. */
export const withCommands = (text: string): string =>
  text.replaceAll(/(?:GET|POST|DELETE) \/api\/[\w/{}-]*[\w}]/g, (route) => {
    const command = commandByRoute.get(route);
    return command === undefined ? route : `convert ${command}`;
  });
