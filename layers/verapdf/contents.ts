import type { JarSelection } from '../layer.ts';

/**
 * veraPDF's validator, and what it loads of its dependencies. The others are for policies and reports, which the service
 * does not use: Saxon, Jackson, XML Resolver.
 */
export const jars: JarSelection = {
  root: 'org.verapdf:validation-model',
  versions: '[1.30,2)',
  artifacts: [
    'core',
    'feature-reporting',
    'javax.activation-api',
    'jaxb-api',
    'jaxb-core',
    'jaxb-impl',
    'metadata-fixer',
    'parser',
    'pdf-model',
    'rhino',
    'validation-model',
    'verapdf-xmp-core',
  ],
};

/**
 * The modules of the Java runtime that these libraries name. `java.desktop` is one: JAXB mentions images, veraPDF colour
 * spaces, Rhino beans.
 */
export const modules = ['java.base', 'java.desktop', 'java.logging', 'java.management', 'java.xml'];

/** Files of the runtime for windows, sound and fonts. They need libraries that the layer does not have. */
export const unusedRuntimeFiles =
  /^(?:bin\/(?!java$)|lib\/(?:lib(?:awt|awt_headless|awt_xawt|fontmanager|javajpeg|jawt|jsound|lcms|mlib_image|prefs|splashscreen)\.so|psfont.*|classlist|jexec|jrt-fs\.jar|jspawnhelper)$)/;
