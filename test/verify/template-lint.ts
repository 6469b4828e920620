import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Checks } from './checks.ts';
import { installPythonTool } from './python-tool.ts';

/** SAM CLI, for `sam validate` and `sam local`. */
export const installSam = (): Promise<string> => installPythonTool('aws-sam-cli==1.170.0');

const run = promisify(execFile);

/** CDK writes down what functions depend on even where they name it: "dependency already enforced by a GetAtt". */
const accepted = 'W3005';

/** Has AWS's linters look at a synthesized template: schemas of all resource types, values, references. */
export async function lintTemplate(templateFile: string, checks: Checks): Promise<void> {
  const linter = await installPythonTool('cfn-lint==1.58.0');
  await checks.that(`cfn-lint finds nothing but ${accepted}`, async () => {
    const { stdout } = await outcome(join(linter, 'cfn-lint'), ['--template', templateFile]);
    checkFindings(stdout, /^[EWI]\d{4}/gm);
  });
  const sam = await installSam();
  await checks.that(`sam validate --lint finds nothing but ${accepted}`, async () => {
    const args = ['validate', '--lint', '--region', 'eu-central-1', '--template', templateFile];
    const { stdout, stderr, failed } = await outcome(join(sam, 'sam'), args);
    const findings = checkFindings(stdout + stderr, /(?<=\[)[EWI]\d{4}(?=:)/g);
    if (failed && findings === 0) throw new Error(stdout + stderr);
  });
}

/** @returns how many there are */
function checkFindings(output: string, pattern: RegExp): number {
  const found = output.match(pattern) ?? [];
  const others = found.filter((rule) => rule !== accepted);
  if (others.length > 0) throw new Error(output);
  return found.length;
}

/** Linters exit with other codes than 0 when they find something. */
async function outcome(
  program: string,
  args: string[],
): Promise<{ stdout: string; stderr: string; failed: boolean }> {
  const options = { env: { ...process.env, SAM_CLI_TELEMETRY: '0' }, maxBuffer: 1 << 26 };
  return run(program, args, options).then(
    (result) => ({ ...result, failed: false }),
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      if (stdout === undefined || stderr === undefined) throw error;
      return { stdout, stderr, failed: true };
    },
  );
}
