"use client";

import { useSyncExternalStore } from "react";
import { nonceOfDocument } from "./style-nonce";

const never = () => () => {};

/**
 * Adds the nonce of the page to the styles of an HTML text for `srcdoc`. A frame with `srcdoc` inherits the
 * Content-Security-Policy of the page. Its styles therefore need the nonce. Returns undefined before hydration, because the
 * server does not have the nonce of the loaded document.
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
