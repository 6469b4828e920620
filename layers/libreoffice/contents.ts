import { hyphenationPackages } from './hyphenation.ts';

/**
 * Selects the files of Debian's LibreOffice for the layer. Everything not listed here stays, since a missing file shows
 * only with the document that needs it. All listed files were removed together, and the results of a corpus of DOCX,
 * XLSX and PPTX compared (same text, pages and pixels).
 */

/** Files of `program/` to remove, as patterns of their path below it. */
const unusedProgramFiles: readonly RegExp[] = [
  // Import filters for formats that the service rejects; they need two dozen further libraries.
  /^libwpft.*lo\.so$/,
  /^lib(lwpft|hwp|t602filter|writerperfect|pdfimport)lo\.so$/,
  /^xpdfimport$/,
  // Calc's solver (linear algebra, Fortran's runtime); reports; bibliography; scanner; mail; directories.
  /^lib(solver|scn|bib|cmdmail|LanguageTool|ldapbe2|mozbootstrap|migrationoo[23]|pcr|textconversiondlgs)lo\.so$/,
  /^liblpsolve55\.so$/,
  /^lib(PresentationMinimizer|slideshow)lo\.so$/,
  // Databases, help, accessibility bridges.
  /^lib(dba|dbahsql|sdbt|acc)lo\.so$/,
  /^libucpchelp1\.so$/,
  // Java. (LibreOffice's core is linked with libjvmfwklo and libjvmaccesslo.)
  /^lib(javavm|javaloader)lo\.so$/,
  /^classes\//,
  // Objects for VBA macros in Calc: macros do not run here.
  /^libvbaobjlo\.so$/,
  // Content providers for WebDAV, FTP and CMIS: without them LibreOffice cannot open any http(s) URL.
  /^libucp(dav1|ftp1|cmis1lo)\.so$/,
  // Programs, start scripts and images for the desktop.
  /^libunopkgapp\.so$/,
  /^(oosplash|opencltest|regview|regmerge|senddoc|uno|uno\.bin|unoinfo|unopkg|unopkg\.bin|uri-encode)$/,
  /^(soffice|gdbtrace|java-set-classpath|pagein-[a-z]+)$/,
  /^(wizards|opencl|opengl|shell)\//,
  /\.(py|png)$/,
  // relocation.ts writes a new one.
  /^(sofficerc|fundamentalrc|versionrc)$/,
];

/** Files of `share/` to remove, as patterns of their path below it. */
const unusedSharedFiles: readonly RegExp[] = [
  // For interactive use.
  /^(gallery|template|wizards|Scripts|autotext|autocorr|labels|tipoftheday|toolbarmode|wordbook|glade)\//,
  /^(theme_definitions|xdg|skia|classification|psprint|emojiconfig)\//,
  // Exports to other XML formats, and their document type definitions.
  /^(xslt|dtd)\//,
  // Metadata of extensions; there are none.
  /^(uno_packages|prereg|extensions)\//,
  // LibreOffice's own font folder; the fonts are in the fonts layer.
  /^fonts\//,
  // Icon themes except the default one, and its vector variant.
  /^config\/images_(?!colibre\.zip$)/,
  /^config\/(wizard|webcast)\//,
  // Dialogs of parts that are not here. Those of Writer, Calc and Impress stay: loading some documents (comments,
  // attachments, any PPTX through LibreOfficeKit) opens them.
  /^config\/soffice\.cfg\/(cui|dbaccess|basctl|desktop|extensions|formula|reportdesign|xmlsec|writerperfect)\//,
  /^config\/soffice\.cfg\/(modules\/[^/]+\/ui\/notebookbar|.*\/notebookbar)/,
  /^config\/soffice\.cfg\/modules\/(Basic|BasicIDE|StartModule|db[a-z]*|s?bibliography|sabpilot|scanner)\//,
  /^config\/soffice\.cfg\/modules\/(swreport|swxform|swform|sweb|sglobal)\//,
  // BASIC libraries; their lists stay, because LibreOffice reads them on start.
  /^basic\/(?!.*\.xlc$)/,
  /\.sample$/,
  // relocation.ts writes a new one.
  /^\.registry\/main\.xcd$/,
];

const kept = (path: string, unused: readonly RegExp[]): boolean =>
  !unused.some((pattern) => pattern.test(path));

export const isProgramFileKept = (path: string): boolean => kept(path, unusedProgramFiles);
export const isSharedFileKept = (path: string): boolean => kept(path, unusedSharedFiles);

/** The requested packages; their dependencies add the rest, including the C library. */
export const packages = [
  'libreoffice-core-nogui',
  'libreoffice-writer-nogui',
  'libreoffice-calc-nogui',
  'libreoffice-impress-nogui',
  // Equations in all three kinds of documents.
  'libreoffice-math-nogui',
  // Required, although not a dependency of the -nogui packages; see the dialogs above.
  'libreoffice-uiconfig-writer',
  'libreoffice-uiconfig-calc',
  'libreoffice-uiconfig-impress',
  ...hyphenationPackages,
];

/** Debian's path of LibreOffice. */
export const installation = '/usr/lib/libreoffice';

/**
 * Data of libraries that Debian stores outside the installation, as folders of `/usr/share`. In the layer they are
 * folders of `share/`.
 */
export const libraryData = [
  // Registry of language tags. liblangtag uses Debian's path unless lt_db_set_datadir() sets another folder.
  'liblangtag',
  // Ordinal and spelled-out numbers ("1st", "first", "one") in 50 languages; relocation.ts sets the folder.
  'libnumbertext',
] as const;

/** Debian's library folders, in search order. */
export const libraryFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu/nss'];

/** The dynamic loader: LibreOffice is started through it and so depends on nothing of the host except its kernel. */
export const loader = 'ld-linux-x86-64.so.2';

/** Libraries that no file lists as needed, because LibreOffice opens them by name. */
export const librariesOpenedByName = [
  loader,
  // A program started under this loader (the Node that drives LibreOffice) needs these parts of the C library.
  'libc.so.6',
  'libdl.so.2',
  'libm.so.6',
  'libpthread.so.0',
  'librt.so.1',
  'libstdc++.so.6',
  'libgcc_s.so.1',
  'libatomic.so.1',
  // Users and hosts from /etc.
  'libnss_files.so.2',
  // NSS's software token: hashes and ciphers for signatures and encrypted packages.
  'libsoftokn3.so',
  'libfreebl3.so',
  'libfreeblpriv3.so',
];

/**
 * Libraries that LibreOffice is linked with but that documents do not need: each is replaced by an empty one with the
 * same symbols. That saves 25 MB with their own dependencies, and leaves no HTTP client in the layer.
 */
export const hollowLibraries: ReadonlySet<string> = new Set([
  'libcurl.so.4',
  // Desktop settings, which CONFIGURATION_LAYERS omits.
  'libdconf.so.1',
  // Full-text search of the help.
  'libclucene-core.so.1',
  'libclucene-contribs-lib.so.1',
  // Strength of new passwords.
  'libzxcvbn.so.0',
]);
