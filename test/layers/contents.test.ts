import { describe, expect, it } from 'vitest';
import { isProgramFileKept, isSharedFileKept } from '../../layers/libreoffice/contents.ts';
import { checkAllPacked, formatManifest, isPacked, packLibrary } from '../../layers/libreoffice/packing.ts';
import {
  relocateFundamentals,
  relocateSettings,
  withoutBuildId,
} from '../../layers/libreoffice/relocation.ts';
import { zstdDecompressSync } from 'node:zlib';
import { createHash } from 'node:crypto';

describe('what the layer removes from LibreOffice', () => {
  it.each([
    'libmergedlo.so',
    'libjvmfwklo.so', // linked with the core
    'soffice.bin',
    'libvbaswobjlo.so',
    'libucpfile1.so',
    'services/services.rdb',
    'bootstraprc',
  ])('does not include program/%s', (path) => {
    expect(isProgramFileKept(path)).toBe(true);
  });

  it.each(['libucpdav1.so', 'libucpftp1.so', 'libucpcmis1lo.so'])(
    'includes the network provider program/%s',
    (path) => {
      expect(isProgramFileKept(path)).toBe(false);
    },
  );

  it.each([
    'soffice',
    'libpdfimportlo.so',
    'xpdfimport',
    'sofficerc',
    'fundamentalrc',
    'wizards/x.py',
    'intro.png',
  ])('includes program/%s', (path) => {
    expect(isProgramFileKept(path)).toBe(false);
  });

  it.each([
    'config/images_colibre.zip',
    'config/soffice.cfg/modules/swriter/ui/notebookbar.ui',
    'config/soffice.cfg/modules/simpress/ui/dockinganimation.ui',
    'registry/writer.xcd',
    '.registry/other.xcd',
    'basic/script.xlc',
    'filter/oox-drawingml-cs-presets',
  ])('includes of share/%s only what no document opens', (path) => {
    expect(isSharedFileKept(path)).toBe(!path.includes('notebookbar'));
  });

  it.each([
    'gallery/a.thm',
    'config/images_colibre_svg.zip',
    'basic/Euro/x.xba',
    'registry/oo-ldap.xcd.sample',
    '.registry/main.xcd',
  ])('includes share/%s', (path) => {
    expect(isSharedFileKept(path)).toBe(false);
  });
});

describe('packed libraries', () => {
  it('are four, whatever the version of ICU', () => {
    expect(['libmergedlo.so', 'libswlo.so', 'libsclo.so', 'libicudata.so.99'].every(isPacked)).toBe(true);
    expect(['libswlo.so.1', 'libswdlo.so', 'libicuuc.so.76', 'libicudata.so'].some(isPacked)).toBe(false);
  });

  it('must all exist', () => {
    expect(() => checkAllPacked(['libmergedlo.so', 'libswlo.so', 'libsclo.so'])).toThrow('libicudata.so.');
    expect(() =>
      checkAllPacked(['libmergedlo.so', 'libswlo.so', 'libsclo.so', 'libicudata.so.76']),
    ).not.toThrow();
  });

  it('unpack to the bytes in the manifest', async () => {
    const bytes = Buffer.from('a library, a library, a library'.repeat(1000));
    const { entry, packed } = await packLibrary('libswlo.so', 'program', bytes);
    expect(packed.length).toBeLessThan(bytes.length / 10);
    const unpacked = zstdDecompressSync(packed);
    expect(unpacked.length).toBe(entry.size);
    expect(createHash('sha256').update(unpacked).digest('hex')).toBe(entry.sha256);
    expect(entry).toMatchObject({ file: 'libswlo.so', target: 'program' });
  });

  it('are in a fixed order in the manifest', () => {
    const entry = (file: string) => ({
      file,
      target: 'lib' as const,
      size: 1,
      sha256: '',
      frameSize: 1,
      frames: [1],
    });
    expect(formatManifest([entry('b'), entry('a')])).toBe(formatManifest([entry('a'), entry('b')]));
    expect(JSON.parse(formatManifest([entry('b'), entry('a')]))).toEqual([entry('a'), entry('b')]);
  });
});

describe('the start-up file', () => {
  const original =
    '[Bootstrap]\nBRAND_BASE_DIR=file:///usr/lib/libreoffice\nCONFIGURATION_LAYERS=dconf:* x\nOTHER=1\n';

  it("names no absolute folder and only the layer's configuration", () => {
    const text = relocateFundamentals(original);
    expect(text).toContain('\nBRAND_BASE_DIR=${ORIGIN}/..\n');
    expect(text).toMatch(
      /\nCONFIGURATION_LAYERS=xcsxcu:\$\{BRAND_BASE_DIR\}\/share\/registry res:\S+ user:!\S+\n/,
    );
    expect(text).not.toMatch(/\/usr|dconf/);
    expect(text).toContain('\nOTHER=1\n');
  });

  it('of a new version without a setting is rejected', () => {
    expect(() => relocateFundamentals('[Bootstrap]\nBRAND_BASE_DIR=x\n')).toThrow('CONFIGURATION_LAYERS');
  });
});

describe('the settings', () => {
  it('name the folder of number names below the installation', () => {
    const original = '<node oor:name="file:///usr/share/libnumbertext" oor:op="fuse"/>';
    expect(relocateSettings(original)).toBe(
      '<node oor:name="$(insturl)/share/libnumbertext" oor:op="fuse"/>',
    );
  });

  it('of a new version without that folder are rejected', () => {
    expect(() => relocateSettings('<node/>')).toThrow('libnumbertext');
  });
});

describe('the file with the build id', () => {
  it('has a neutral one and keeps the rest', () => {
    const original = '[Version]\nAllLanguages=en-US\nbuildid=520(Build:2)\nVendor=x\n';
    expect(withoutBuildId(original)).toBe('[Version]\nAllLanguages=en-US\nbuildid=16.0\nVendor=x\n');
  });

  it('of a new version without a build id is rejected', () => {
    expect(() => withoutBuildId('[Version]\nVendor=x\n')).toThrow('versionrc has no setting buildid');
  });
});
