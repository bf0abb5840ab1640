import { request as httpRequest } from "node:http";

/**
 * Sends a request to a server on this machine under the host name in its address. fetch would resolve the
 * name.
 */
export function sendTo(serverUrl: string, more: Record<string, string> = {}) {
  const { hostname, port } = new URL(serverUrl);
  return async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          hostname,
          port,
          method: request.method,
          path: url.pathname + url.search,
          headers: {
            ...Object.fromEntries(request.headers),
            ...(body.length > 0 && { "content-length": String(body.length) }),
            host: url.host,
            ...more,
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("error", reject);
          answer.on("end", () => {
            const headers = new Headers();
            for (let at = 0; at < answer.rawHeaders.length; at += 2)
              headers.append(answer.rawHeaders[at]!, answer.rawHeaders[at + 1]!);
            const text = Buffer.concat(parts);
            resolve(new Response(text.length > 0 ? text : null, { status: answer.statusCode!, headers }));
          });
        },
      );
      sent.on("error", reject);
      sent.end(body.length > 0 ? body : undefined);
    });
  };
}
