import type { Progress } from '../layer.ts';

export async function proveValidation(_root: string, _progress: Progress): Promise<void> {}
