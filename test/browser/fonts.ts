import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'

const FONTS = join(dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json'))), 'ttf')

/**
 * A fontconfig file (FONTCONFIG_FILE) with the fonts of tests and screenshots: line breaks and overflow must not depend
 * on the installed fonts. macOS has no fontconfig and uses its own fonts.
 */
export async function ownFonts(): Promise<{ file: string; folder: string }> {
  const folder = await temporaryFolder('fonts')
  const file = join(folder, 'fonts.conf')
  await writeFile(file, configuration(folder))
  return { file, folder }
}

const FAMILIES = {
  'sans-serif': 'DejaVu Sans',
  'system-ui': 'DejaVu Sans',
  serif: 'DejaVu Serif',
  monospace: 'DejaVu Sans Mono',
}

function configuration(folder: string): string {
  const aliases = Object.entries(FAMILIES).map(
    ([generic, family]) =>
      `<alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`,
  )
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${FONTS}</dir>
  <cachedir>${folder}</cachedir>
  ${aliases.join('\n  ')}
  <match target="pattern">
    <test name="family" qual="all" compare="not_eq"><string>DejaVu Sans</string></test>
    <edit name="family" mode="append_last"><string>DejaVu Sans</string></edit>
  </match>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`
}
