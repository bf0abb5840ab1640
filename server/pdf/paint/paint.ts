import type { Element } from "domhandler";
import { textContent } from "domutils";
import { eachSide, type Sides } from "../css/values";
import type { Style } from "../css/style";
import { type BoxFragment, type Fragment, type LineFragment, noOffset } from "../layout/fragment";
import type { Library } from "../fonts/library";
import type { PictureStore } from "../pictures/picture";
import {
  drawBorders,
  drawInsetShadow,
  drawOutline,
  drawShadow,
  fillRect,
  radiiOf,
  trace,
  type Radii,
  type Rect,
} from "./decorations";
import { drawBackgrounds } from "./background";
import { clipOf } from "./clip-shape";
import { drawPicture, fitted, ownSize } from "./pictures";
import { hex, type Surface } from "./surface";
import { bandOf, type Band, childrenIn, reachOf } from "./order";
import { createCollapsed, drawCollapsed, gatherCollapsed, type Collapsed } from "./collapsed";
import { insideOf, shadowsOf } from "./shadows";
import { drawBullet, drawRun, drawText } from "./text";
import { turnOf } from "./transform";

/*
 * Paints the part of the document that is on one page, in the order of CSS 2.2 appendix E. Layout puts the whole document into
 * one long column. A page shows the part between two heights of this column.
 */

export interface Scene {
  pictures: PictureStore;
  fonts: Library;
  /** Ids to which links in the document refer. */
  targets: ReadonlySet<string>;
  band: Band;
  /** Factor by which the layout is larger than the page. */
  shrink: number;
  links: { href: string; rect: Rect }[];
  places: { rect: Rect; id: string | null; heading: string | null }[];
  collapsed: Collapsed;
}

export const createScene = (
  { pictures, fonts, targets }: Pick<Scene, "pictures" | "fonts" | "targets">,
  band: Band,
  shrink = 1,
): Scene => ({
  pictures,
  fonts,
  targets,
  band,
  shrink,
  links: [],
  places: [],
  collapsed: createCollapsed(),
});

/** Paints a fragment. `x` and `y` are the corner of its parent in the layout of the document. */
export function paint(surface: Surface, fragment: Fragment, x: number, y: number, scene: Scene): void {
  const left = x + fragment.x;
  const top = y + fragment.y;
  const { band } = scene;
  const holds = fragment.kind === "box" || fragment.kind === "line";
  const reach = holds ? reachOf(fragment) : { top: 0, bottom: fragment.height };
  if (top + reach.bottom < band.top - 0.01 || top + reach.top >= band.bottom - 0.01) return;
  if (fragment.kind === "box") {
    const { x: across, y: down } = fragment.moved ?? noOffset;
    const within = fragment.spared ? { ...scene, band: bandOf(fragment, top, band) } : scene;
    return paintBox(surface, fragment, left + across, top + down, within);
  }
  if (fragment.kind === "line") return paintLine(surface, fragment, left, top, scene);
  const rect = rectOf(fragment, left, top, band);
  if (fragment.kind === "text") {
    drawText(surface, fragment, rect.x, rect.y);
    if (fragment.href) scene.links.push({ href: fragment.href, rect });
    return;
  }
  if (fragment.id && scene.targets.has(fragment.id))
    scene.places.push({ rect, id: fragment.id, heading: null });
  const edges = eachSide(fragment.style.border, (edge, side) => ({ ...edge, width: fragment.border[side] }));
  if (fragment.style.visible)
    decorate(surface, fragment.style, rect, edges, radiiOf(fragment.style, rect), scene);
}

const rectOf = ({ width, height }: Fragment, x: number, y: number, { left, shift }: Band): Rect => ({
  x: x + left,
  y: y + shift,
  width,
  height,
});

function paintLine(surface: Surface, line: LineFragment, x: number, y: number, scene: Scene) {
  // A line is painted on only one page, even if its block continues on the next page.
  const { band } = scene;
  if (y < band.top - 1 || y >= band.bottom - 1) return;
  for (const child of line.children) paint(surface, child, x, y, scene);
}

function paintBox(surface: Surface, fragment: BoxFragment, x: number, y: number, scene: Scene) {
  const rect = rectOf(fragment, x, y, scene.band);
  const content = (inner: Surface) => paintContent(inner, fragment, x, y, rect, scene);
  const clip = clipOf(fragment.style, rect);
  const clipped = clip ? (inner: Surface) => inner.group(content, clip) : content;
  const turn = turnOf(fragment.style, rect);
  if (turn) surface.group(clipped, turn);
  else clipped(surface);
}

function paintContent(
  surface: Surface,
  fragment: BoxFragment,
  x: number,
  y: number,
  rect: Rect,
  scene: Scene,
) {
  const { style, box } = fragment;
  const before = surface.opacity;
  surface.opacity *= style.opacity;
  if (style.visible) {
    mark(box.element, rect, scene);
    paintSelf(surface, fragment, rect, y, scene);
  }
  const reach = reachOf(fragment);
  const over =
    reach.bottom > fragment.height + 0.5 ||
    reach.right > fragment.width + 0.5 ||
    reach.top < -0.5 ||
    reach.left < -0.5 ||
    style.radius.some((one) => one !== 0);
  if (style.clip && over && fragment.children.length > 0) {
    const radii = radiiOf(style, rect);
    surface.group(
      (inner) => paintChildren(inner, fragment, x, y, scene),
      (pen) => {
        trace(pen, rect, radii);
        pen.clip();
      },
    );
  } else paintChildren(surface, fragment, x, y, scene);
  surface.opacity = before;
}

function mark(element: Element | null, rect: Rect, scene: Scene) {
  if (!element) return;
  const { band } = scene;
  const [top, bottom] = [band.top + band.shift, band.bottom + band.shift];
  if (rect.y < top - 1 || rect.y >= bottom) return;
  const id = element.attribs["id"];
  const heading = /^h[1-3]$/.test(element.name)
    ? textContent(element).replace(/\s+/g, " ").trim().slice(0, 200)
    : "";
  if ((id && scene.targets.has(id)) || heading)
    scene.places.push({ rect, id: id && scene.targets.has(id) ? id : null, heading: heading || null });
}

function paintChildren(surface: Surface, fragment: BoxFragment, x: number, y: number, scene: Scene) {
  const outer = scene.collapsed;
  const table = fragment.flow === "table";
  if (table) scene.collapsed = createCollapsed();
  const { band } = scene;
  for (const child of childrenIn(fragment, band.top - y, band.bottom - y)) paint(surface, child, x, y, scene);
  if (table) {
    drawCollapsed(surface, scene.collapsed);
    scene.collapsed = outer;
  }
}

/** The part of a box that is on the page. */
interface Shown {
  from: number;
  to: number;
  /** `above` is true if the box begins on an earlier page. `below` is true if the box continues on the next page. */
  above: boolean;
  below: boolean;
}

/** Paints the background, borders, picture and marker of a box. Cuts the box at the end of the page. */
function paintSelf(surface: Surface, fragment: BoxFragment, rect: Rect, y: number, scene: Scene) {
  const { box, marker } = fragment;
  const { band } = scene;
  const [top, bottom] = [band.top + band.shift, band.bottom + band.shift];
  const shown: Shown = {
    from: Math.max(rect.y, top),
    to: Math.min(rect.y + rect.height, bottom),
    above: rect.y < top - 0.5,
    below: rect.y + rect.height > bottom + 0.5,
  };
  if (shown.to >= shown.from - 0.01) paintGround(surface, fragment, rect, shown, scene);
  if (box.kind === "replaced" && box.picture && shown.to > shown.from)
    paintPicture(surface, fragment, rect, shown, scene);
  if (marker && y + marker.baseline >= band.top && y + marker.baseline < band.bottom)
    paintMarker(surface, fragment.style, marker, rect);
}

function paintGround(
  surface: Surface,
  { style, border, edges: collapsed, children }: BoxFragment,
  rect: Rect,
  { from, to, above, below }: Shown,
  scene: Scene,
) {
  const y = above ? from : rect.y;
  const shown = { ...rect, y, height: (below ? to : rect.y + rect.height) - y };
  const edges = eachSide(style.border, (edge, side) => ({
    ...edge,
    width: collapsed || (side === 0 && above) || (side === 2 && below) ? 0 : border[side],
  }));
  const [a, b, c, d] = radiiOf(style, rect);
  const radii: Radii = [above ? 0 : a, above ? 0 : b, below ? 0 : c, below ? 0 : d];
  const isEmptyCell = style.display === "table-cell" && children.length === 0 && !collapsed;
  if (!(style.hideEmpty && isEmptyCell)) decorate(surface, style, shown, edges, radii, scene);
  if (collapsed) gatherCollapsed(scene.collapsed, shown, collapsed);
}

function paintMarker(surface: Surface, style: Style, marker: NonNullable<BoxFragment["marker"]>, rect: Rect) {
  const baseline = rect.y + marker.baseline;
  let at = rect.x + marker.x;
  if (drawBullet(surface, marker, at, baseline, style)) return;
  for (const run of marker.runs) {
    drawRun(
      surface,
      run,
      at,
      baseline,
      { hex: hex(style.color), alpha: style.color.alpha * surface.opacity },
      { size: style.fontSize, letterSpacing: 0, wider: 0 },
    );
    at += run.width * style.fontSize;
  }
}

function paintPicture(
  surface: Surface,
  { style, box, padding, border }: BoxFragment,
  rect: Rect,
  page: Shown,
  { fonts, pictures }: Scene,
) {
  if (box.kind !== "replaced" || !box.picture) return;
  const content = {
    x: rect.x + padding[3] + border[3],
    y: rect.y + padding[0] + border[0],
    width: rect.width - padding[1] - padding[3] - border[1] - border[3],
    height: rect.height - padding[0] - padding[2] - border[0] - border[2],
  };
  const { picture } = box;
  // An svg element of the document is always painted with the size of its content box.
  const inline = picture.kind === "drawing" && picture.inline;
  const place = inline ? content : fitted(style.objectFit, ownSize(picture, content), content);
  const radii = eachSide(radiiOf(style, rect), (radius, corner) => Math.max(0, radius - border[corner]));
  const isCut = page.above || page.below;
  const clip = isCut
    ? {
        ...content,
        y: Math.max(content.y, page.from),
        height: Math.min(content.y + content.height, page.to) - Math.max(content.y, page.from),
      }
    : content;
  const needed =
    isCut ||
    radii.some((radius) => radius > 0) ||
    place.width > content.width + 0.1 ||
    place.height > content.height + 0.1;
  drawPicture(surface, picture, place, { fonts, pictures, style }, needed ? clip : null, radii);
}

function decorate(
  surface: Surface,
  style: Style,
  rect: Rect,
  edges: Sides<Style["border"][number]>,
  radii: Radii,
  scene: Scene,
) {
  const shadows = style.shadow === "none" ? [] : shadowsOf(style);
  for (const shadow of shadows) if (!shadow.inset) drawShadow(surface, rect, shadow, radii);
  fillRect(surface, rect, style.backgroundColor, radii);
  if (style.backgroundImage !== "none") drawBackgrounds(surface, rect, radii, { ...scene, style });
  for (const shadow of shadows)
    if (shadow.inset && shadow.blur === 0) drawInsetShadow(surface, insideOf(rect, edges), shadow, radii);
  drawBorders(surface, rect, edges, radii);
  if (style.outline.style !== "none") drawOutline(surface, rect, style, radii);
}
