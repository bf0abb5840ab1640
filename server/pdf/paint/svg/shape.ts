import { ellipse, pathOf, polyline, rectangle, type Path } from "./path";
import { diagonal, lengthIn, type SvgStyle, type Properties } from "./style";

interface Shape {
  path: Path;
  /** True for a line, which has no area to fill. */
  open: boolean;
}

/** Converts a basic shape element to a path (SVG 2 §10). Missing attributes are 0. Returns null for other elements. */
export function shapeOf(
  name: string,
  properties: Properties,
  style: SvgStyle,
  size: { width: number; height: number },
): Shape | null {
  const across = (key: string, otherwise = 0) => lengthIn(properties.get(key), style, size.width, otherwise);
  const down = (key: string, otherwise = 0) => lengthIn(properties.get(key), style, size.height, otherwise);
  const filled = (path: Path): Shape => ({ path, open: false });
  switch (name) {
    case "path": {
      // If a style sheet sets the property `d`, its value has the form path("…").
      const d = properties.get("d") ?? "";
      return filled(pathOf(/^path\(\s*["']([^"']*)["']\s*\)$/.exec(d)?.[1] ?? d));
    }
    case "rect": {
      const [rx, ry] = [across("rx", Number.NaN), down("ry", Number.NaN)];
      const radius = (own: number, other: number) => Math.max(0, Number.isNaN(own) ? other || 0 : own);
      return filled(
        rectangle(across("x"), down("y"), across("width"), down("height"), radius(rx, ry), radius(ry, rx)),
      );
    }
    case "circle": {
      const r = lengthIn(properties.get("r"), style, diagonal(size));
      return filled(ellipse(across("cx"), down("cy"), r, r));
    }
    case "ellipse": {
      const [rx, ry] = [across("rx", Number.NaN), down("ry", Number.NaN)];
      return filled(
        ellipse(across("cx"), down("cy"), Number.isNaN(rx) ? ry : rx, Number.isNaN(ry) ? rx : ry),
      );
    }
    case "line":
      return {
        path: [
          ["M", across("x1"), down("y1")],
          ["L", across("x2"), down("y2")],
        ],
        open: true,
      };
    case "polyline":
    case "polygon":
      return filled(polyline(properties.get("points") ?? "", name === "polygon"));
    default:
      return null;
  }
}
