/** Finds the text of a QR code in the current picture of the video; null if there is none. */
type Detect = (video: HTMLVideoElement) => Promise<string | null>

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** Long enough for an old tablet to decode a picture in between. */
const INTERVAL_MS = 150
/** Enough for a code that fills a third of the picture. */
const DECODED_WIDTH = 640

/**
 * Shows the camera in the video and calls `found` with the first code that it sees. Returns a function that ends both. Rejects if
 * there is no camera, or if the person refuses it.
 */
export async function startScanner(
  video: HTMLVideoElement,
  found: (text: string) => void,
): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  let isRunning = true
  const stop = () => {
    isRunning = false
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    video.srcObject = stream
    await video.play()
    const detect = await openDetector()
    const look = async () => {
      if (!isRunning) return
      const text = await detect(video).catch(() => null)
      // A second find would read the code again, and its response could hide the outcome of the first one.
      if (text !== null && isRunning) return found(text)
      setTimeout(look, INTERVAL_MS)
    }
    void look()
    return stop
  } catch (error) {
    stop()
    throw error
  }
}

async function openDetector(): Promise<Detect> {
  const Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (Detector && formats.includes('qr_code')) {
    const detector = new Detector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  }
  const { decodeQr } = await import('./decode-qr.ts')
  const canvas = document.createElement('canvas')
  return async (video) => {
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context || video.videoWidth === 0) return null
    canvas.width = Math.min(DECODED_WIDTH, video.videoWidth)
    canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    return decodeQr(data, canvas.width, canvas.height)
  }
}
