// Locations of the texts of the pages: English in the sources, every language in app/_words/catalogues.
export const catalogues = {
  srcPath: ["./app", "./components"],
  messages: {
    path: "./app/_words/catalogues",
    format: /** @type {const} */ ("po"),
    locales: ["en", "de"],
    sourceLocale: "en",
  },
};
