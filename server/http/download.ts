import { ReadableStream, TextEncoderStream } from "node:stream/web";
import type { Download, Downloads } from "./endpoint";

/** Returns the download that the input field `by` selects; the first one if the field selects none. */
export function chosenDownload({ by, kinds }: Downloads, input: Record<string, unknown>): Download {
  const [, chosen] = kinds.find(([value]) => by !== null && value === input[by]) ?? kinds[0]!;
  return chosen;
}

/** Creates an answer that is read while it is sent, at the speed of the client and never whole in memory. */
export function downloadOf(
  pieces: AsyncIterable<string>,
  { contentType, fileName }: Download,
  headers: Record<string, string>,
) {
  const bytes = ReadableStream.from(pieces).pipeThrough(new TextEncoderStream());
  // The streams of node:stream/web and of the DOM are two types of the same objects.
  return new Response(bytes as unknown as BodyInit, {
    headers: {
      ...headers,
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  });
}
