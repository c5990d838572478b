import { App } from './app.js';
import { direction, language } from './strings.js';

document.documentElement.lang = language;
document.documentElement.dir = direction;
new App().start();
