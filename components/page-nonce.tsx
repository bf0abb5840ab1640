"use client";

import { createContext, use, type ReactNode } from "react";
import { nonceOfDocument } from "./style-nonce";

const GivenNonce = createContext<string | undefined>(undefined);

/** Tells what is rendered on the server the nonce of the page (server/front.ts). */
export const PageNonce = ({ nonce, children }: { nonce: string | undefined; children: ReactNode }) => (
  <GivenNonce value={nonce}>{children}</GivenNonce>
);

/**
 * The nonce that styles of this page need. In the browser it is always the loaded document's: what a later answer of the server
 * gives is another one, which this document's policy does not know.
 */
export function usePageNonce(): string | undefined {
  const given = use(GivenNonce);
  return typeof document === "undefined" ? given : nonceOfDocument();
}

/** Styles that a document in a frame of this page brings; a frame without an address of its own is under the page's policy. */
export const withNonce = (html: string, nonce: string | undefined) =>
  nonce === undefined ? html : html.replaceAll("<style>", `<style nonce="${nonce}">`);
