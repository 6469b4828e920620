/** System calls that kernels after 5.10 brought, by the version that did. Source: the kernel's own syscall tables. */
const callsSince: Readonly<Record<string, readonly string[]>> = {
  '5.11': ['epoll_pwait2'],
  '5.12': ['mount_setattr'],
  '5.13': ['landlock_create_ruleset', 'landlock_add_rule', 'landlock_restrict_self'],
  '5.14': ['quotactl_fd', 'memfd_secret'],
  '5.15': ['process_mrelease'],
  '5.16': ['futex_waitv'],
  '5.17': ['set_mempolicy_home_node'],
  '6.5': ['cachestat'],
  '6.6': ['fchmodat2', 'map_shadow_stack'],
  '6.7': ['futex_wake', 'futex_wait', 'futex_requeue'],
};

const ENOSYS = 38;

/**
 * A filter that makes system calls fail as on kernel 5.10, which has no Landlock. Nothing else is filtered.
 * Source: https://docs.docker.com/engine/security/seccomp/
 */
export const oldKernelFilter = {
  defaultAction: 'SCMP_ACT_ALLOW',
  syscalls: [{ names: Object.values(callsSince).flat(), action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS }],
};
