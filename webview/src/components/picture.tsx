import { hueOf } from './hue.ts'
import { pictureWidths } from './picture-widths.ts'
import { useBrokenPicture } from './use-broken-picture.ts'
import { useNearViewport } from './use-near-viewport.ts'

type Props = {
  path: string | null
  class?: string
  /** How wide it is shown, as in the attribute of `img`. */
  sizes?: string
  /** The picture loads first, without waiting for other pictures. */
  isFirst?: boolean
}

/**
 * A picture in a box of fixed proportions, so that nothing shifts when it loads. Until then the box has a color of its
 * own. Without a picture, a plain tile.
 */
export function Picture({ path, class: name = '', sizes, isFirst = false }: Props) {
  const { isBroken, markBroken } = useBrokenPicture(path)
  const { element, isNear } = useNearViewport<HTMLDivElement>()
  return (
    <div
      ref={element}
      class={`picture ${name}`}
      style={path === null ? undefined : { '--hue': String(hueOf(path)) }}
    >
      {path !== null && !isBroken && (isFirst || isNear) && (
        <img
          srcset={pictureWidths(path)}
          sizes={sizes}
          src={path}
          alt=""
          decoding="async"
          onError={markBroken}
        />
      )}
    </div>
  )
}
