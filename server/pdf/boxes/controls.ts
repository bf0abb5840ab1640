import type { Element } from "domhandler";
import { initial, type Style } from "../css/style";
import type { Picture, PictureStore } from "../pictures/picture";

/* Form controls, drawn as browsers print them. Check boxes, bars and sliders are pictures. Fields have text. */

const ACCENT = "#0075ff";
const GREY = "fill='#efefef' stroke='#b2b2b2'";

const svg = (inside: string, box = "") =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' ${box}>${inside}</svg>`)}`;

const number = (text: string | undefined, otherwise: number): number => {
  const found = Number.parseFloat(text ?? "");
  return Number.isFinite(found) ? found : otherwise;
};

const percent = (value: number, least: number, most: number): number =>
  most > least ? Math.round(Math.max(0, Math.min(1, (value - least) / (most - least))) * 1_000) / 10 : 0;

/** Returns a horizontal bar that is filled to a percentage. */
const bar = (share: number, fill: string) =>
  svg(
    `<rect x='.5' y='25%' width='100%' height='50%' rx='4' ${GREY}/>` +
      (share > 0 ? `<rect y='25%' width='${share}%' height='50%' rx='4' fill='${fill}'/>` : ""),
  );

function tick(round: boolean, checked: boolean, disabled: boolean): string {
  const colour = disabled ? "#b8b8b8" : checked ? ACCENT : "#767676";
  const box = "viewBox='0 0 13 13'";
  if (round) {
    const ring = `<circle cx='6.5' cy='6.5' r='6' fill='#fff' stroke='${colour}'/>`;
    return svg(`${ring}${checked ? `<circle cx='6.5' cy='6.5' r='4' fill='${colour}'/>` : ""}`, box);
  }
  const square = `<rect x='.5' y='.5' width='12' height='12' rx='2' fill='${checked ? colour : "#fff"}' stroke='${colour}'/>`;
  return svg(
    `${square}${checked ? "<path d='M3 6.7l2.5 2.5L10 4' fill='none' stroke='#fff' stroke-width='2'/>" : ""}`,
    box,
  );
}

/** Returns a meter. Its colour shows how good the value is (HTML Living Standard, The meter element). */
function meter({ value, min, max, low, high, optimum }: Element["attribs"]): string {
  const least = number(min, 0);
  const most = Math.max(least, number(max, 1));
  const now = number(value, 0);
  const below = Math.max(least, number(low, least));
  const above = Math.max(below, Math.min(most, number(high, most)));
  const best = number(optimum, (least + most) / 2);
  const part = (one: number) => (one < below ? 0 : one > above ? 2 : 1);
  const far = Math.abs(part(now) - part(best));
  return bar(percent(now, least, most), ["#107c10", "#ffb900", "#d83b01"][far] ?? "#107c10");
}

function range({ value, min, max }: Element["attribs"]): string {
  const [least, most] = [number(min, 0), number(max, 100)];
  const share = percent(number(value, (least + most) / 2), least, most);
  return svg(
    `<rect x='.5' y='30%' width='100%' height='40%' rx='3' ${GREY}/><rect y='30%' width='${share}%' height='40%' rx='3' fill='${ACCENT}'/>` +
      `<circle cx='${6 + share * 0.9}%' cy='50%' r='7' fill='${ACCENT}'/>`,
  );
}

function drawn({ name, attribs }: Element): string | null {
  if (name === "progress")
    return bar(percent(number(attribs["value"], 0), 0, number(attribs["max"], 1)), ACCENT);
  if (name === "meter") return meter(attribs);
  if (name !== "input") return null;
  switch (attribs["type"]?.toLowerCase()) {
    case "checkbox":
    case "radio":
      return tick(/radio/i.test(attribs["type"]), "checked" in attribs, "disabled" in attribs);
    case "range":
      return range(attribs);
    case "color": {
      const value = /^#[0-9a-f]{6}$/i.exec(attribs["value"] ?? "")?.[0] ?? "#000000";
      return svg(`<rect width='100%' height='100%' fill='${value}' stroke='#767676'/>`);
    }
    default:
      return null;
  }
}

/**
 * Returns the drawing of a control and the style of the control. The style has no padding, border or background, because the
 * drawing replaces them. Returns null for an element without a drawing.
 */
export function controlOf(
  element: Element,
  style: Style,
  pictures: PictureStore,
): { picture: Picture | null; style: Style } | null {
  const source = drawn(element);
  if (source === null) return null;
  const { padding, border, backgroundColor, backgroundImage, radius, shadow } = initial;
  const bare = { padding, border, backgroundColor, backgroundImage, radius, shadow };
  return {
    picture: pictures.fromSource(source, element.name),
    style: { ...style, ...bare, objectFit: "fill" },
  };
}

/** Returns the arrow of a drop-down list. */
export const arrowOf = (pictures: PictureStore): Picture | null =>
  pictures.fromSource(
    svg(
      "<path d='M5 1l3.5 3.5L12 1' fill='none' stroke='#000' stroke-width='1.5'/>",
      "width='13' height='8'",
    ),
    "select",
  );

/** Types of `input` elements that show no text, even if a style sheet turns off their drawing. */
const TEXTLESS: ReadonlySet<string> = new Set(["checkbox", "radio", "range", "color", "image"]);

/** The text in a form field. `hint` is true if the text is the placeholder. */
interface FieldText {
  text: string;
  hint: boolean;
}

/** Returns the text of a form field. Returns null for other elements and for fields without text. */
export function fieldText({ name, attribs, children }: Element): FieldText | null {
  const { placeholder = "" } = attribs;
  if (name === "textarea")
    return children.length === 0 && placeholder ? { text: placeholder, hint: true } : null;
  return name === "input" ? inputText(attribs) : null;
}

function inputText({ type = "text", value = "", placeholder = "" }: Element["attribs"]): FieldText | null {
  const lower = type.toLowerCase();
  if (TEXTLESS.has(lower)) return null;
  if (lower === "submit" || lower === "reset")
    return { text: value || (lower === "submit" ? "Submit" : "Reset"), hint: false };
  if (value === "") return { text: placeholder || "\u00a0", hint: placeholder !== "" };
  const text = lower === "password" ? "\u2022".repeat(Math.min(200, value.length)) : value;
  return { text, hint: false };
}
