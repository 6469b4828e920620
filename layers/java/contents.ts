/** The packages of the JDK. Their dependencies are added, of which only those with a used file stay in the lock. */
export const packages = ['openjdk-25-jdk-headless'];

/** Debian's path of the JDK. */
export const installation = '/usr/lib/jvm/java-25-openjdk-amd64';

/** Debian's folder of libraries. */
export const debianLibraries = '/usr/lib/x86_64-linux-gnu';

/** The dynamic loader: Java is started through it, and so depends on nothing of the host except its kernel. */
export const loader = 'ld-linux-x86-64.so.2';

/** The libraries that Java needs. */
export const cLibraries = [
  loader,
  'libc.so.6',
  'libdl.so.2',
  'libm.so.6',
  'libpthread.so.0',
  'librt.so.1',
  'libgcc_s.so.1',
  'libstdc++.so.6',
  'libz.so.1',
] as const;
