export { default } from "vitepress/theme-without-fonts";

import "./style.css";
