// Where the words of the pages are: in the sources in English, in app/_words/catalogues in every language.
export const catalogues = {
  srcPath: ["./app", "./components"],
  messages: {
    path: "./app/_words/catalogues",
    format: /** @type {const} */ ("po"),
    locales: ["en", "de"],
    sourceLocale: "en",
  },
};
