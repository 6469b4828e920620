import { hyphenationPackages } from './hyphenation.ts';

/**
 * Which files of Debian's LibreOffice go into the layer. Everything that is not named here stays, since a missing file
 * shows itself only with the document that needs it: what goes was removed together and the results of a corpus of
 * DOCX, XLSX and PPTX compared (same text, pages and pixels).
 */

/** Files of `program/` that go, as patterns of their path below it. */
const unusedProgramFiles: readonly RegExp[] = [
  // Import filters for formats that the service refuses; they bring two dozen libraries of their own.
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
  // Java. (libjvmfwklo and libjvmaccesslo are linked with LibreOffice's core.)
  /^lib(javavm|javaloader)lo\.so$/,
  /^classes\//,
  // Objects for VBA macros in Calc: macros do not run here.
  /^libvbaobjlo\.so$/,
  // Content providers for WebDAV, FTP and CMIS: without them LibreOffice cannot open an http(s) URL at all.
  /^libucp(dav1|ftp1|cmis1lo)\.so$/,
  // Programs, start scripts and pictures of the desktop.
  /^libunopkgapp\.so$/,
  /^(oosplash|opencltest|regview|regmerge|senddoc|uno|uno\.bin|unoinfo|unopkg|unopkg\.bin|uri-encode)$/,
  /^(soffice|gdbtrace|java-set-classpath|pagein-[a-z]+)$/,
  /^(wizards|opencl|opengl|shell)\//,
  /\.(py|png)$/,
  // Written anew in relocation.ts.
  /^(sofficerc|fundamentalrc|versionrc)$/,
];

/** Files of `share/` that go, as patterns of their path below it. */
const unusedSharedFiles: readonly RegExp[] = [
  // For people in front of a screen.
  /^(gallery|template|wizards|Scripts|autotext|autocorr|labels|tipoftheday|toolbarmode|wordbook|glade)\//,
  /^(theme_definitions|xdg|skia|classification|psprint|emojiconfig)\//,
  // Exports to other XML formats; document type definitions for them.
  /^(xslt|dtd)\//,
  // Bookkeeping of extensions, of which there are none.
  /^(uno_packages|prereg|extensions)\//,
  // LibreOffice looks here for fonts of its own; they are in the fonts layer.
  /^fonts\//,
  // Icon themes other than the default, and its vector twin.
  /^config\/images_(?!colibre\.zip$)/,
  /^config\/(wizard|webcast)\//,
  // Dialogs of parts that are not here. Those of Writer, Calc and Impress stay: loading some documents (comments,
  // attachments, any PPTX through LibreOfficeKit) opens them.
  /^config\/soffice\.cfg\/(cui|dbaccess|basctl|desktop|extensions|formula|reportdesign|xmlsec|writerperfect)\//,
  /^config\/soffice\.cfg\/(modules\/[^/]+\/ui\/notebookbar|.*\/notebookbar)/,
  /^config\/soffice\.cfg\/modules\/(Basic|BasicIDE|StartModule|db[a-z]*|s?bibliography|sabpilot|scanner)\//,
  /^config\/soffice\.cfg\/modules\/(swreport|swxform|swform|sweb|sglobal)\//,
  // BASIC libraries; their lists stay, which the start reads.
  /^basic\/(?!.*\.xlc$)/,
  /\.sample$/,
  // Written anew in relocation.ts.
  /^\.registry\/main\.xcd$/,
];

const kept = (path: string, unused: readonly RegExp[]): boolean =>
  !unused.some((pattern) => pattern.test(path));

export const isProgramFileKept = (path: string): boolean => kept(path, unusedProgramFiles);
export const isSharedFileKept = (path: string): boolean => kept(path, unusedSharedFiles);

/** The packages that are asked for; their dependencies bring the rest, the C library included. */
export const packages = [
  'libreoffice-core-nogui',
  'libreoffice-writer-nogui',
  'libreoffice-calc-nogui',
  'libreoffice-impress-nogui',
  // Equations of all three kinds of documents.
  'libreoffice-math-nogui',
  // Not a dependency of the -nogui packages, and needed all the same; see the dialogs above.
  'libreoffice-uiconfig-writer',
  'libreoffice-uiconfig-calc',
  'libreoffice-uiconfig-impress',
  ...hyphenationPackages,
];

/** Where Debian puts LibreOffice. */
export const installation = '/usr/lib/libreoffice';

/**
 * Data of libraries that Debian keeps outside of the installation, as folders of `/usr/share`. In the layer they are
 * folders of `share/`.
 */
export const libraryData = [
  // Registry of language tags. liblangtag looks where Debian puts it unless lt_db_set_datadir() names another folder.
  'liblangtag',
  // Ordinal and worded numbers ("1st", "first", "one") of 50 languages; relocation.ts names the folder.
  'libnumbertext',
] as const;

/** Where Debian puts libraries, in the order of search. */
export const libraryFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu/nss'];

/** The dynamic loader: LibreOffice is started through it and so depends on nothing of the host but its kernel. */
export const loader = 'ld-linux-x86-64.so.2';

/** Libraries that no file names as needed, because they are opened by name while LibreOffice runs. */
export const librariesOpenedByName = [
  loader,
  // A program that is started under this loader (the Node that drives LibreOffice) needs these of the C library.
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
 * Libraries that LibreOffice is linked with but that documents do not need: in their place goes an empty one of the
 * same symbols. That saves 25 MB with all that they need themselves, and it leaves no HTTP client in the layer.
 */
export const hollowLibraries: ReadonlySet<string> = new Set([
  'libcurl.so.4',
  // Settings of the desktop, which CONFIGURATION_LAYERS leaves out.
  'libdconf.so.1',
  // Full-text search of the help.
  'libclucene-core.so.1',
  'libclucene-contribs-lib.so.1',
  // Strength of new passwords.
  'libzxcvbn.so.0',
]);
