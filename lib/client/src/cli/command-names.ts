import { routes } from '../routes.ts';

/** The commands for routes that texts of the service name. */
const commands: Readonly<Partial<Record<keyof typeof routes, string>>> = {
  'merge-pdf': 'merge',
  'split-pdf': 'split',
  'edit-pdf': 'edit',
  'inspect-pdf': 'inspect',
  'validate-pdf': 'validate',
  'pdf-images': 'images',
  thumbnail: 'thumbnail',
  'pdf-text': 'text',
  'html-file': 'html',
  'html-url': 'url',
  'html-markdown': 'markdown',
  'convert-docx': 'docx',
  'convert-xlsx': 'xlsx',
  'convert-pptx': 'pptx',
  'to-pdf': 'to-pdf',
  'convert-office': 'export',
  'create-upload': 'upload',
  'delete-upload': 'upload ID --delete',
  'delete-job': 'jobs ID --delete',
};

const commandByRoute = new Map<string, string>(
  Object.entries(commands).map(([name, command]) => [routes[name as keyof typeof routes], command]),
);

/** A text of the service with commands in place of routes: `convert inspect` for `POST /api/pdf/inspect`. */
export const withCommands = (text: string): string =>
  text.replaceAll(/(?:GET|POST|DELETE) \/api\/[\w/{}-]*[\w}]/g, (route) => {
    const command = commandByRoute.get(route);
    return command === undefined ? route : `convert ${command}`;
  });
