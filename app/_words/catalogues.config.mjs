// Configuration of the message catalogues. The English texts are in the sources. The catalogues of all languages are in
// app/_words/catalogues.
export const catalogues = {
  srcPath: ["./app", "./components"],
  messages: {
    path: "./app/_words/catalogues",
    format: /** @type {const} */ ("po"),
    locales: ["en", "de"],
    sourceLocale: "en",
  },
};
