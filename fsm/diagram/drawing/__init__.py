"""Drawing: laid-out pictures as DOT and SVG, in a theme's colours."""
