import { systemError, type Libc, type Native } from '../native.ts';

/**
 * A seccomp filter (seccomp(2), linux/filter.h) for a process that reads documents: it can compute and use files, but
 * cannot reach the network or other processes, or start any. A blocked call returns EPERM, so that the engine continues
 * without it.
 */

// x86-64 system call numbers, arch/x86/entry/syscalls/syscall_64.tbl.
const deniedCalls = {
  // Network. io_uring opens sockets without passing this filter.
  socket: 41,
  connect: 42,
  bind: 49,
  listen: 50,
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  // Programs and process groups: everything that belongs to this process dies with its group.
  fork: 57,
  vfork: 58,
  execve: 59,
  execveat: 322,
  setpgid: 109,
  setsid: 112,
  // Other processes of the same user: the parent holds credentials.
  ptrace: 101,
  process_vm_readv: 310,
  process_vm_writev: 311,
  kcmp: 312,
  pidfd_open: 434,
  pidfd_getfd: 438,
  process_madvise: 440,
  pidfd_send_signal: 424,
  rt_sigqueueinfo: 129,
  rt_tgsigqueueinfo: 297,
  tkill: 200,
  // Kernel interfaces that only an attack needs.
  mount: 165,
  umount2: 166,
  pivot_root: 155,
  chroot: 161,
  unshare: 272,
  setns: 308,
  add_key: 248,
  request_key: 249,
  keyctl: 250,
  perf_event_open: 298,
  bpf: 321,
  userfaultfd: 323,
} as const;

/** Calls whose first argument is a process id: allowed for this process (or 0, which means itself). */
const ownProcessCalls = { kill: 62, tgkill: 234, prlimit64: 302 } as const;

const clone = 56;
const clone3 = 435;
const CLONE_THREAD = 0x0001_0000;

const AUDIT_ARCH_X86_64 = 0xc000_003e;
const X32_SYSCALL_BIT = 0x4000_0000;

// Offsets in struct seccomp_data: the call's number, its architecture, the low halves of its arguments.
const data = { number: 0, architecture: 4, firstArgument: 16, thirdArgument: 32 } as const;

// BPF_LD | BPF_W | BPF_ABS, BPF_JMP | BPF_{JEQ,JGE,JSET} | BPF_K, BPF_RET | BPF_K of linux/bpf_common.h.
const code = { load: 0x20, jumpEqual: 0x15, jumpAtLeast: 0x35, jumpIfSet: 0x45, return: 0x06 } as const;

const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const ERRNO = 0x0005_0000;
const deny = ERRNO | 1; // EPERM
const unknownCall = ERRNO | 38; // ENOSYS: the C library falls back to clone, whose flags the filter can read

/** One instruction; `then` and `otherwise` are the numbers of instructions that a comparison skips. */
interface Instruction {
  code: number;
  value: number;
  then?: number;
  otherwise?: number;
}

const load = (value: number): Instruction => ({ code: code.load, value });
const result = (value: number): Instruction => ({ code: code.return, value });
/** Returns `verdict` at once if the loaded value is `value`. */
const returnIf = (value: number, verdict: number): Instruction[] => [
  { code: code.jumpEqual, value, then: 0, otherwise: 1 },
  result(verdict),
];

/** Loads the number of the call, and ends the process for another architecture's calls. */
const loadCall: readonly Instruction[] = [
  load(data.architecture),
  { code: code.jumpEqual, value: AUDIT_ARCH_X86_64, then: 1, otherwise: 0 },
  result(KILL_PROCESS),
  load(data.number),
  { code: code.jumpAtLeast, value: X32_SYSCALL_BIT, then: 0, otherwise: 1 },
  result(KILL_PROCESS),
];

const denials = (isAllowed: (name: string) => boolean): Instruction[] =>
  Object.entries(deniedCalls)
    .filter(([name]) => !isAllowed(name))
    .flatMap(([, number]) => returnIf(number, deny));

export interface FilterOptions {
  /** Whether the process may replace its program by another one, which has the same filter. Default: no. */
  mayReplaceProgram?: boolean;
}

/** The filter's instructions for the process `pid`, which reads a document. */
export function filterFor(pid: number, { mayReplaceProgram = false }: FilterOptions = {}): Instruction[] {
  return [
    ...loadCall,
    ...denials((name) => mayReplaceProgram && name === 'execve'),
    ...returnIf(clone3, unknownCall),
    // A thread is allowed, a process is not.
    { code: code.jumpEqual, value: clone, then: 0, otherwise: 4 },
    load(data.firstArgument),
    { code: code.jumpIfSet, value: CLONE_THREAD, then: 0, otherwise: 1 },
    result(ALLOW),
    result(deny),
    ...Object.values(ownProcessCalls).flatMap((number): Instruction[] => {
      const body = [load(data.firstArgument), ...returnIf(pid, ALLOW), ...returnIf(0, ALLOW), result(deny)];
      return [{ code: code.jumpEqual, value: number, then: 0, otherwise: body.length }, ...body];
    }),
    result(ALLOW),
  ];
}

/** What a template needs, and a process with a document must not have. */
const templateCalls: ReadonlySet<string> = new Set(['fork', 'setpgid', 'pidfd_open']);

/**
 * The filter of a template (`template-run.ts`): it can also fork and signal. Its forks inherit this filter and add
 * their own.
 */
export function templateFilter(): Instruction[] {
  return [
    ...loadCall,
    ...denials((name) => templateCalls.has(name)),
    ...returnIf(clone3, unknownCall),
    result(ALLOW),
  ];
}

const madvise = 28;
const MADV_DONTFORK = 10;
const succeed = ERRNO | 0;

/** A filter that makes `madvise(…, MADV_DONTFORK)` succeed without an effect. */
export const inheritedMemoryFilter = (): Instruction[] => [
  ...loadCall,
  { code: code.jumpEqual, value: madvise, then: 0, otherwise: 3 },
  load(data.thirdArgument),
  ...returnIf(MADV_DONTFORK, succeed),
  result(ALLOW),
];

/** The instructions in the kernel's format: one 8-byte `struct sock_filter` each. */
export function assemble(instructions: readonly Instruction[]): Buffer {
  const program = Buffer.alloc(instructions.length * 8);
  instructions.forEach(({ code, value, then = 0, otherwise = 0 }, index) => {
    program.writeUInt16LE(code, index * 8);
    program.writeUInt8(then, index * 8 + 2);
    program.writeUInt8(otherwise, index * 8 + 3);
    program.writeUInt32LE(value >>> 0, index * 8 + 4);
  });
  return program;
}

const SYS_seccomp = 317;
const SECCOMP_SET_MODE_FILTER = 1;
const SECCOMP_FILTER_FLAG_TSYNC = 1;

/**
 * Installs a filter for this process, including all its threads, permanently. The process must have set no_new_privs
 * before. A second filter adds its restrictions.
 *
 * @throws Error when the kernel or the processor's architecture does not support it
 */
export function installFilter(
  native: Native,
  libc: Libc,
  filter: Instruction[] = filterFor(process.pid),
): void {
  if (process.arch !== 'x64') throw new Error(`there is no seccomp filter for ${process.arch}`);
  const program = assemble(filter);
  // koffi exposes no address of a buffer, so the program goes into memory that has one; the kernel copies it.
  const memory: unknown = native.alloc('uint8_t', program.length);
  native.encode(memory, native.array('uint8_t', program.length), program);
  // struct sock_fprog: the number of instructions, padding, a pointer to them.
  const header = Buffer.alloc(16);
  header.writeUInt16LE(program.length / 8, 0);
  header.writeBigUInt64LE(native.address(memory), 8);
  if (libc.syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, header, 0) !== 0) {
    throw systemError(native, 'seccomp');
  }
}
