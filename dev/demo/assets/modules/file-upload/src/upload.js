/**
 * Sends a file in parts and can be paused and resumed, also by another page after a reload: the server says how much it has.
 * `server` has `begin({ name, size })`, `received(id)` and `put(id, offset, bytes)`; they are yours, over fetch or
 * anything else. `onProgress` hears of bytes that have arrived, never of hopes.
 */
export function createUpload({ file, name, server, partBytes = 1024 * 1024, tries = 3, onProgress = () => {}, id }) {
  const state = { running: false };
  let uploadId = id;

  async function put(offset, bytes) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await server.put(uploadId, offset, bytes);
      } catch (error) {
        if (attempt === tries) throw error;
      }
    }
  }

  return {
    /** What to keep for resuming after a reload. */
    get id() {
      return uploadId;
    },

    /** Sends until all is there (true) or somebody pauses (false). A part that fails three times throws: start again later. */
    async start() {
      state.running = true;
      uploadId ??= await server.begin({ name, size: file.size });
      let offset = await server.received(uploadId);
      onProgress(offset, file.size);
      while (state.running && offset < file.size) {
        const part = new Uint8Array(await file.slice(offset, offset + partBytes).arrayBuffer());
        offset = await put(offset, part);
        onProgress(offset, file.size);
      }
      state.running = false;
      return offset === file.size;
    },

    /** Stops after the part that is on its way. */
    pause() {
      state.running = false;
    },
  };
}
