import createNextIntlPlugin from "next-intl/plugin";
import type { NextConfig } from "next";
import { catalogues } from "./app/_words/catalogues.config.mjs";

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Pictures are served as they are. server/front.ts refuses the picture service, which asks Next past the front.
  images: { unoptimized: true, localPatterns: [] },
  // `npm test` checks the types of everything, tests included; a build need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Native or self-locating packages: bundling them breaks their own file look-ups.
  serverExternalPackages: [
    "@electric-sql/pglite",
    "@electric-sql/pglite-socket",
    "postgres",
    "oidc-provider",
    "@node-rs/argon2",
    "pino",
    "esbuild",
    "@react-pdf/renderer",
    "nodemailer",
    "@peculiar/x509",
    "@simplewebauthn/server",
    "reflect-metadata",
  ],
};

const withWords = createNextIntlPlugin({
  requestConfig: "./app/_words/request.ts",
  experimental: {
    ...catalogues,
    messages: { ...catalogues.messages, precompile: true },
    // Next's build and `npm run words` must not write the same files: what a build extracts is only looked at.
    extract: { path: "./.next/words" },
  },
});

export default withWords(config);
