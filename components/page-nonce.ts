"use client";

import { useSyncExternalStore } from "react";
import { nonceOfDocument } from "./style-nonce";

const never = () => () => {};

/**
 * Returns HTML with the nonce of the page for the `srcdoc` of a frame. Such a frame is under the policy of the page, so that its
 * styles need the nonce. Undefined before hydration, because only the browser has the nonce of the loaded document.
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
