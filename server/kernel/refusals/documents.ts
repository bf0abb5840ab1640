import { defineRefusals } from "../texts/define";

export const documentRefusals = defineRefusals("document", {
  template_not_found: { status: 404, text: "There is no such document template." },
  version_not_found: { status: 404, text: "There is no such version of this document template." },
  template_name_in_use: { status: 400, text: "A template of this name exists already.", field: "name" },
  too_many_templates: { status: 409, text: "There are {max} templates already: delete one first." },
  /** Another user saved a version after the caller opened the template. */
  version_outdated: {
    status: 409,
    text: "Version {version} was saved meanwhile; open it, or save this as another template.",
  },

  asset_not_found: { status: 404, text: "There is no such asset." },
  asset_not_picture: {
    status: 400,
    text: "content: must be a picture: PNG, JPEG, WebP or SVG.",
    field: "content",
  },
  asset_too_large: { status: 413, text: "A picture may have at most {max} bytes." },
  /** The pictures of the organization together would exceed the limit. */
  assets_too_large: {
    status: 413,
    text: "All pictures together may have at most {max} bytes: delete one first.",
  },
  /** A concurrent request uploaded the first picture of this name. */
  asset_name_in_use: {
    status: 400,
    text: "A picture of this name was uploaded just now.",
    field: "name",
  },
});
