import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { decodeCursor, encodeCursor } from "./cursor";
import { isStorable } from "./storable";

const Position = z.tuple([z.string(), z.int()]);

describe("cursors", () => {
  it("return the encoded position, in characters that need no escape in a query string", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }).filter(isStorable), fc.maxSafeInteger(), (text, id) => {
        const cursor = encodeCursor([text, id]);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeCursor(Position, cursor)).toEqual([text, id]);
      }),
    );
  });
  it("refuse a position that no stored row has", () => {
    expect(() => decodeCursor(Position, encodeCursor(["\0", 1]))).toThrow(
      expect.objectContaining({ status: 400 }) as Error,
    );
  });
  it("refuse any other text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(Position, text)).toThrow(
          expect.objectContaining({ status: 400, details: { field: "cursor" } }) as Error,
        );
      }),
    );
  });
});
