import { ReadableStream, TextEncoderStream } from "node:stream/web";
import type { Download } from "../kernel/operation/mounts";
import type { Downloads } from "./endpoints";

/** Returns the download that the input field `by` selects. Returns the first download if the field selects none. */
export function chosenDownload({ by, kinds }: Downloads, input: Record<string, unknown>): Download {
  const [, chosen] = kinds.find(([value]) => by !== null && value === input[by]) ?? kinds[0]!;
  return chosen;
}

/** Creates an answer that streams its text at the speed of the client. The whole text is never in memory. */
export function downloadOf(
  pieces: AsyncIterable<string>,
  { contentType, fileName }: Download,
  headers: Record<string, string>,
) {
  const bytes = ReadableStream.from(pieces).pipeThrough(new TextEncoderStream());
  // node:stream/web and the DOM declare separate types for the same stream objects.
  return new Response(bytes as unknown as BodyInit, {
    headers: {
      ...headers,
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  });
}
