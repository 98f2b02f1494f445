/**
 * Loads a part of the page that is a file of its own. Browsers remember a file that could not be fetched and never
 * request its address again, so a failed one is requested under another address. The build wraps every `import()` of
 * the pages in it (apps/web/vite.config.ts).
 */
export async function importAgain<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : "")?.[0];
    // Safari does not name the file, and requests it again by itself
    if (address === undefined) throw error;
    return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as T;
  }
}
