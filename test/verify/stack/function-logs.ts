/** The logs of the functions of a stack. */
export interface FunctionLogs {
  /** What the logs are, for the report. */
  readonly source: string;
  /**
   * The lines of one function that contain `text`, oldest first.
   *
   * @param name as in the table of functions: `merge-pdf`
   * @param since milliseconds since the epoch
   */
  lines(name: string, text: string, since: number): Promise<readonly string[]>;
}

/** The name of a function by the logical id of its resource: `merge-pdf` of `MergePdfFunction82AC2357`. */
export function functionNameOf(logicalId: string): string | undefined {
  const [, name] = /^([A-Z]\w*)Function[0-9A-F]{8}$/.exec(logicalId) ?? [];
  return name?.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

/** What Lambda reports about one invocation. */
export interface Invocation {
  /** Milliseconds, without the initialization. */
  duration: number;
  /** Megabytes, since the start of the execution environment. */
  memory: number | undefined;
  /** Megabytes. */
  memorySize: number;
  /** Milliseconds. Undefined for an environment that was already running. */
  initialization: number | undefined;
}

/** Parses a `REPORT` line (https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html). */
export function invocationOf(line: string): Invocation | undefined {
  if (!line.startsWith('REPORT RequestId:')) return undefined;
  const fields = new Map(
    line.split('\t').map((field): [string, number] => {
      const [name = '', value = ''] = field.split(': ');
      return [name, Number.parseFloat(value)];
    }),
  );
  return {
    duration: fields.get('Duration') ?? 0,
    memory: fields.get('Max Memory Used'),
    memorySize: fields.get('Memory Size') ?? 0,
    initialization: fields.get('Init Duration'),
  };
}

/** The fields of a line that a function wrote; undefined for other lines. */
export function fieldsOf(line: string): Record<string, unknown> | undefined {
  try {
    return line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
