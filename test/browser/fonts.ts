import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'

const FONTS = join(dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json'))), 'ttf')

/**
 * The fonts that tests and screenshots bring along, as a configuration of fontconfig (FONTCONFIG_FILE): where words break
 * and what fits must not depend on what is installed. macOS has no fontconfig and draws in its own fonts.
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
