// Ends what hangs. A ring that still ends tests may take as long as the machine needs: a limit for the whole ring would
// fail it on a busy machine, and not say which test is at fault.

/**
 * @param {number} ms how long no sign of life may come
 * @returns {{ signal: AbortSignal, heard: () => void, stop: () => void }}
 */
export function silence(ms) {
  const controller = new AbortController();
  const begin = () => setTimeout(() => controller.abort(), ms);
  let timer = begin();
  const stop = () => clearTimeout(timer);
  const heard = () => {
    stop();
    timer = begin();
  };
  return { signal: controller.signal, heard, stop };
}
