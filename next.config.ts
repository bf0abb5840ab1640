import createNextIntlPlugin from "next-intl/plugin";
import type { NextConfig } from "next";
import { catalogues } from "./app/_words/catalogues.config.mjs";

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Pictures are not optimized. server/edge/front.ts refuses Next's image service, whose requests would bypass the front.
  images: { unoptimized: true, localPatterns: [] },
  // `npm test` checks the types of all files, including tests, so a build does not check them again.
  typescript: { ignoreBuildErrors: true },
  // These packages are native or locate their own files. Bundling would break their file look-ups.
  serverExternalPackages: [
    "@electric-sql/pglite",
    "@electric-sql/pglite-socket",
    "postgres",
    "oidc-provider",
    "@node-rs/argon2",
    "pino",
    "esbuild",
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
    // Next extracts texts beside its build and does not wait for them, so the build uses the files of `scripts/words.mjs`.
    extract: { path: "./.next/words" },
  },
});

export default withWords(config);
