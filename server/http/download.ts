import { ReadableStream, TextEncoderStream } from "node:stream/web";
import type { Download, Downloads } from "./endpoint";

/** Which of an endpoint's kinds of download this input asks for. */
export function chosenDownload({ by, kinds }: Downloads, input: Record<string, unknown>): Download {
  const [, chosen] = kinds.find(([value]) => by !== null && value === input[by]) ?? kinds[0]!;
  return chosen;
}

/** An answer that is read while it is sent: as fast as the client takes it, and never whole in memory. */
export function downloadOf(
  pieces: AsyncIterable<string>,
  { contentType, fileName }: Download,
  headers: Record<string, string>,
) {
  const bytes = ReadableStream.from(pieces).pipeThrough(new TextEncoderStream());
  return new Response(bytes as unknown as BodyInit, {
    headers: {
      ...headers,
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  });
}
