/** `fetch` does not tell how far an upload got; an older way does. */

/** A `fetch` for one request that tells how much of its body has gone, from 0 to 1. */
export function fetchTelling(onProgress: (share: number) => void): typeof fetch {
  return (input, init) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      const { signal } = init ?? {};
      const done = new AbortController();
      const until = { signal: done.signal };
      request.open(init?.method ?? "GET", input instanceof Request ? input.url : String(input));
      request.responseType = "blob";
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener(
        "progress",
        (event) => event.lengthComputable && onProgress(event.loaded / event.total),
        until,
      );
      request.addEventListener("load", () => resolve(answer(request)), until);
      request.addEventListener("error", () => reject(new TypeError("the upload failed")), until);
      request.addEventListener("abort", () => reject(new DOMException("broken off", "AbortError")), until);
      request.addEventListener("loadend", () => done.abort());
      signal?.addEventListener("abort", () => request.abort(), until);
      if (signal?.aborted) reject(new DOMException("broken off", "AbortError"));
      else request.send(init?.body instanceof FormData ? init.body : null);
    });
}

function answer(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader("Content-Type") ?? "application/json";
  return new Response(request.response as Blob, { status: request.status, headers: { "Content-Type": type } });
}
