import type { NextConfig } from "next";

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
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
  ],
};

export default config;
