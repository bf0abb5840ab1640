"use client";

import { useSyncExternalStore } from "react";
import { nonceOfDocument } from "./style-nonce";

const never = () => () => {};

/**
 * Gives what a frame of this page shows: a frame without an address of its own is under the page's policy, so that its styles need
 * the page's nonce. Undefined until the page runs in a browser, which alone knows the nonce of the document that it has loaded.
 */
export function useFramed(html: string): string | undefined {
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isHere) return undefined;
  const nonce = nonceOfDocument();
  return nonce === undefined ? html : html.replaceAll("<style>", `<style nonce="${nonce}">`);
}
