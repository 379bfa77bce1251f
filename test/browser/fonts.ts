import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'

const FONTS = join(dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json'))), 'ttf')

/** A family of the machine, to be preferred to ours. */
export type InstalledFont = { family: string; folder: string }

/**
 * A fontconfig file (FONTCONFIG_FILE) with the fonts of tests: line breaks and overflow must not depend on the installed
 * fonts. Screenshots prefer a font that phones have. macOS has no fontconfig and uses its own fonts.
 */
export async function ownFonts(preferred?: InstalledFont): Promise<{ file: string; folder: string }> {
  const folder = await temporaryFolder('fonts')
  const file = join(folder, 'fonts.conf')
  await writeFile(file, configuration(folder, preferred))
  return { file, folder }
}

const FAMILIES = {
  sans: 'DejaVu Sans',
  'sans-serif': 'DejaVu Sans',
  'system-ui': 'DejaVu Sans',
  serif: 'DejaVu Serif',
  monospace: 'DejaVu Sans Mono',
}

function configuration(folder: string, preferred: InstalledFont | undefined): string {
  const isSans = (generic: string) => FAMILIES[generic as keyof typeof FAMILIES] === 'DejaVu Sans'
  const aliases = Object.entries(FAMILIES).map(([generic, family]) => {
    const first = preferred && isSans(generic) ? `<family>${preferred.family}</family>` : ''
    return `<alias binding="same"><family>${generic}</family><prefer>${first}<family>${family}</family></prefer></alias>`
  })
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${FONTS}</dir>
  ${preferred ? `<dir>${preferred.folder}</dir>` : ''}
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
