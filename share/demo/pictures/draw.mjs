#!/usr/bin/env node
// Draws the coasts of the walks into this folder: node draw.mjs && ./render. The same numbers give the same pictures.
import { writeFileSync } from 'node:fs';

function numbers(seed) {
  let state = seed;
  return (from = 0, to = 1) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return from + (state / 2 ** 32) * (to - from);
  };
}
const round = (value) => Math.round(value);

// A line of hills from left to right, closed at the bottom.
function ridge(random, base, height, colour, step = 80) {
  let path = `M0 1000V${round(base)}`;
  let y = base;
  for (let x = 0; x <= 1600; x += step) {
    const next = base - random(0, height);
    path += `Q${round(x + step * 0.5)} ${round((y + next) / 2 - random(0, height * 0.2))} ${x + step} ${round(next)}`;
    y = next;
  }
  return `<path d="${path}V1000H0Z" fill="${colour}"/>`;
}

function waves(random, top, bottom, colour, count) {
  let out = `<g stroke="${colour}" stroke-linecap="round" fill="none">`;
  for (let index = 0; index < count; ++index) {
    const depth = random() ** 1.6;
    const y = top + depth * (bottom - top);
    const x = random(-40, 1560);
    const width = 20 + depth * random(60, 190);
    out += `<path d="M${round(x)} ${round(y)}q${round(width / 2)} ${round(-2 - depth * 9)} ${round(width)} 0" stroke-width="${(1 + depth * 4).toFixed(1)}" opacity="${(0.2 + depth * 0.35).toFixed(2)}"/>`;
  }
  return out + '</g>';
}

const birds = (random, count, colour) => Array.from({ length: count }, () => {
  const [x, y, size] = [random(150, 1450), random(90, 330), random(9, 22)].map(round);
  return `<path d="M${x - size} ${y - size / 3}q${round(size / 2)} ${-round(size / 2)} ${size} ${round(size / 3)}q${round(size / 2)} ${-round(size / 1.2)} ${size} ${-round(size / 3)}" fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round"/>`;
}).join('');

const clouds = (random, count, colour) => Array.from({ length: count }, () => {
  const [x, y, width] = [random(-60, 1400), random(60, 330), random(160, 420)].map(round);
  return `<path d="M${x} ${y}q${round(width / 2)} ${-round(width / 9)} ${width} ${-6}q${-round(width / 2)} ${round(width / 8)} ${-width} 6Z" fill="${colour}" opacity=".55"/>`;
}).join('');

function lighthouse(x, ground, scale, light) {
  const beam = light ? `<path d="M10 -222L620 -330V-120Z" fill="url(#beam)"/><path transform="scale(-1 1)" d="M10 -222L520 -300V-150Z" fill="url(#beam)" opacity=".6"/>` : '';
  return `<g transform="translate(${x} ${ground}) scale(${scale})">${beam}<path d="M-34 0L-20 -200H20L34 0Z" fill="#f4efe4"/>` +
    '<path d="M-30 -58L-27 -100H27L30 -58Z" fill="#c8452f"/><path d="M-24 -142L-21 -184H21L24 -142Z" fill="#c8452f"/>' +
    '<path d="M8 0L3 -200H20L34 0Z" fill="#000" opacity=".13"/><rect x="-27" y="-208" width="54" height="9" fill="#2d3440"/>' +
    `<rect x="-15" y="-238" width="30" height="31" fill="${light ? '#ffe9a3' : '#9fb6c4'}"/><path d="M-20 -238Q0 -272 20 -238Z" fill="#2d3440"/></g>`;
}

const boat = (x, y, scale, hull, sail) => `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-70 0H74Q60 34 36 34H-44Q-62 34 -70 0Z" fill="${hull}"/>` +
  `<path d="M-4 -8V-170" stroke="#3b3330" stroke-width="6"/><path d="M2 -160Q70 -90 66 -16H2Z" fill="${sail}"/><path d="M-10 -140Q-50 -70 -54 -16H-10Z" fill="${sail}" opacity=".8"/></g>`;

function grass(random, colours, from, to, count) {
  let out = '';
  for (let index = 0; index < count; ++index) {
    const depth = random();
    const y = from + depth * (to - from);
    const x = random(-20, 1620);
    const height = 16 + depth * random(30, 95);
    out += `<path d="M${round(x)} ${round(y)}q${round(random(-14, 14))} ${round(-height * 0.6)} ${round(random(-30, 44))} ${round(-height)}" stroke="${colours[index % colours.length]}" stroke-width="${(1.5 + depth * 3.5).toFixed(1)}" fill="none" stroke-linecap="round"/>`;
  }
  return out;
}

function page(name, sky, parts) {
  const stops = sky.map((colour, index) => `<stop offset="${(index / (sky.length - 1)).toFixed(2)}" stop-color="${colour}"/>`).join('');
  writeFileSync(new URL(`${name}.svg`, import.meta.url), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1000" width="1600" height="1000">\n' +
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient><radialGradient id="glow"><stop offset="0" stop-color="#fff6d8"/><stop offset="1" stop-color="#fff6d8" stop-opacity="0"/></radialGradient>` +
    '<linearGradient id="beam"><stop offset="0" stop-color="#ffeeb0" stop-opacity=".55"/><stop offset="1" stop-color="#ffeeb0" stop-opacity="0"/></linearGradient></defs>\n' +
    `<rect width="1600" height="1000" fill="url(#sky)"/>${parts.join('')}\n</svg>\n`);
}

{
  const random = numbers(7);
  page('cliff-path', ['#8cc7dd', '#c9e6ea', '#f6efda'], [
    '<circle cx="1230" cy="230" r="250" fill="url(#glow)"/><circle cx="1230" cy="230" r="62" fill="#fff3c9"/>', clouds(random, 7, '#ffffff'), birds(random, 6, '#41576a'),
    ridge(random, 545, 70, '#9cb8c4', 160), '<rect y="545" width="1600" height="455" fill="#3f8fa6"/>', waves(random, 560, 980, '#d6f0f2', 130),
    boat(1080, 640, 0.7, '#24415c', '#f6efe0'), boat(1330, 590, 0.35, '#5a3d3a', '#f6efe0'),
    '<path d="M0 1000V360Q140 330 290 372T560 420Q640 450 650 540L700 620Q690 700 770 770L800 850Q880 900 900 1000Z" fill="#7b6a58"/>',
    '<path d="M0 1000V372Q140 340 290 384T556 432Q610 450 612 520Q520 560 470 640T240 820Q90 890 0 1000Z" fill="#6f9a4f"/>',
    '<path d="M0 820Q190 740 300 620T560 470" fill="none" stroke="#e7d5ab" stroke-width="20" stroke-linecap="round"/>',
    '<path d="M640 560L690 690M700 640L740 780M760 790L800 930" stroke="#5b4d40" stroke-width="9" opacity=".6"/>',
    lighthouse(190, 372, 1.05, false),
  ]);
}
{
  const random = numbers(31);
  page('dune-crossing', ['#f7c98b', '#fbe3bd', '#fdf3e0'], [
    '<circle cx="420" cy="300" r="330" fill="url(#glow)"/>', birds(random, 5, '#8a6a4f'), '<rect y="470" width="1600" height="120" fill="#7fb0b4"/>', waves(random, 480, 590, '#ffffff', 60),
    ridge(random, 640, 120, '#ead2a4', 260), ridge(random, 760, 130, '#dfc08b', 320), ridge(random, 900, 130, '#cfab72', 400),
    '<path d="M700 1000Q640 880 760 800T800 660" fill="none" stroke="#f3e3c4" stroke-width="26" stroke-linecap="round" stroke-dasharray="2 46"/>',
    '<path d="M1040 560V760M1120 590V790M1200 610V820M1280 640V850" stroke="#7d6248" stroke-width="10"/><path d="M1040 600Q1120 640 1200 660T1280 690" fill="none" stroke="#7d6248" stroke-width="5"/>',
    grass(random, ['#8b9a52', '#a5ae63', '#6f8046'], 690, 1010, 330),
  ]);
}
{
  const random = numbers(53);
  const stars = Array.from({ length: 120 }, () => `<circle cx="${round(random(0, 1600))}" cy="${round(random(0, 520))}" r="${random(0.8, 2.6).toFixed(1)}" fill="#fff" opacity="${random(0.4, 1).toFixed(2)}"/>`).join('');
  page('last-ferry', ['#0d1636', '#1f2c5c', '#43508a', '#8a7fae'], [
    stars, '<circle cx="1180" cy="220" r="210" fill="url(#glow)" opacity=".7"/><circle cx="1180" cy="220" r="64" fill="#f7f0d4"/><circle cx="1160" cy="205" r="13" fill="#e6dbb4"/><circle cx="1196" cy="240" r="9" fill="#e6dbb4"/>',
    ridge(random, 590, 130, '#202a52', 200), '<rect y="590" width="1600" height="410" fill="#141f45"/>',
    Array.from({ length: 26 }, (_, index) => `<rect x="${round(1180 - 20 - index * 3 + random(-40, 40))}" y="${604 + index * 15}" width="${round(40 + index * 6 + random(0, 40))}" height="4" rx="2" fill="#f7f0d4" opacity="${(0.7 - index * 0.02).toFixed(2)}"/>`).join(''),
    waves(random, 600, 990, '#5f6fb0', 90), lighthouse(240, 560, 0.8, true),
    '<g transform="translate(640 690)"><path d="M-250 0H270L220 92H-210Z" fill="#f3efe6"/><path d="M-236 28H258L244 54H-226Z" fill="#c8452f"/><path d="M-190 -74H190V0H-190Z" fill="#e6e0d2"/><path d="M-110 -132H120V-74H-110Z" fill="#f3efe6"/><path d="M30 -206H84V-132H30Z" fill="#c8452f"/><rect x="30" y="-206" width="54" height="18" fill="#23283a"/>' +
      Array.from({ length: 9 }, (_, index) => `<rect x="${-170 + index * 40}" y="-52" width="22" height="26" rx="4" fill="#ffd97a"/>`).join('') +
      Array.from({ length: 5 }, (_, index) => `<rect x="${-92 + index * 42}" y="-114" width="24" height="22" rx="4" fill="#ffd97a"/>`).join('') + '</g>',
    Array.from({ length: 20 }, (_, index) => `<rect x="${round(470 + random(0, 330))}" y="${794 + index * 9}" width="${round(random(16, 60))}" height="4" rx="2" fill="#ffd97a" opacity=".45"/>`).join(''),
  ]);
}
{
  const random = numbers(77);
  page('winter-storm', ['#4b5a68', '#7e8f9b', '#b8c3c6'], [
    clouds(random, 16, '#3c4a57'), ridge(random, 520, 60, '#6b7a85', 200), '<rect y="520" width="1600" height="480" fill="#3d5a68"/>', waves(random, 540, 1000, '#dfe9ea', 190),
    '<path d="M900 1000V640Q1000 600 1120 610L1240 560Q1400 540 1600 560V1000Z" fill="#3a3f45"/>', lighthouse(1300, 566, 1.25, true),
    '<path d="M700 1000Q760 820 860 800Q820 700 930 640Q910 560 1000 500Q990 600 1060 640Q1090 720 1040 780Q1120 820 1140 1000Z" fill="#eef4f4" opacity=".92"/><path d="M780 1000Q830 880 910 860Q900 780 970 730Q990 800 960 860Q1030 900 1040 1000Z" fill="#b9ccd1"/>',
    Array.from({ length: 60 }, () => `<circle cx="${round(random(740, 1240))}" cy="${round(random(430, 900))}" r="${random(2, 9).toFixed(1)}" fill="#fff" opacity="${random(0.5, 0.95).toFixed(2)}"/>`).join(''),
    Array.from({ length: 110 }, () => { const [x, y] = [random(0, 1600), random(0, 1000)].map(round); return `<path d="M${x} ${y}l-16 44" stroke="#e8eef0" stroke-width="2" opacity=".28"/>`; }).join(''),
  ]);
}
{
  const random = numbers(91);
  const pools = Array.from({ length: 15 }, () => {
    const [x, y, w] = [random(60, 1540), random(470, 950), random(50, 150)];
    return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(w)}" ry="${round(w * 0.32)}" fill="#3c3a3d"/><ellipse cx="${round(x)}" cy="${round(y - 5)}" rx="${round(w * 0.92)}" ry="${round(w * 0.28)}" fill="#5fb3b8"/><path d="M${round(x - w * 0.5)} ${round(y - 9)}q${round(w * 0.4)} -9 ${round(w * 0.8)} 0" stroke="#d8f3f0" stroke-width="4" fill="none" stroke-linecap="round"/>`;
  }).join('');
  const star = (x, y, r, colour) => `<path d="${Array.from({ length: 10 }, (_, index) => { const a = index * Math.PI / 5 - Math.PI / 2; const d = index % 2 ? r * 0.42 : r; return `${index ? 'L' : 'M'}${round(x + Math.cos(a) * d)} ${round(y + Math.sin(a) * d * 0.7)}`; }).join('')}Z" fill="${colour}" stroke="${colour}" stroke-width="14" stroke-linejoin="round"/>`;
  page('tide-pools', ['#f5b7a0', '#f9d9bd', '#fdf0dc'], [
    '<circle cx="800" cy="330" r="300" fill="url(#glow)"/><circle cx="800" cy="350" r="58" fill="#fff1c9"/>', birds(random, 4, '#7a5560'), '<rect y="350" width="1600" height="120" fill="#6ea6b3"/>', waves(random, 358, 470, '#fdf0dc', 70),
    ridge(random, 470, 26, '#6d6365', 90), ridge(random, 600, 30, '#5d5558', 120), ridge(random, 790, 40, '#4d474b', 150), pools,
    star(420, 720, 46, '#e0723f'), star(1150, 850, 56, '#d8563f'), star(880, 610, 30, '#e89a4f'),
    Array.from({ length: 90 }, () => `<circle cx="${round(random(0, 1600))}" cy="${round(random(500, 1000))}" r="${random(3, 8).toFixed(1)}" fill="${random() > 0.5 ? '#8d9a54' : '#a3a7a0'}" opacity=".8"/>`).join(''),
  ]);
}
{
  const random = numbers(113);
  const houses = Array.from({ length: 12 }, (_, index) => {
    const x = 40 + index * 128 + round(random(-12, 12));
    const h = round(random(150, 260));
    const colour = ['#e9b44c', '#d96c4f', '#5a8f9b', '#f2e8d5', '#b5545c', '#7fa37a'][index % 6];
    const windows = Array.from({ length: Math.floor(h / 70) * 2 }, (_, each) => `<rect x="${x + 20 + (each % 2) * 48}" y="${590 - h + 30 + Math.floor(each / 2) * 66}" width="26" height="36" fill="#26384a"/><path d="M${x + 20 + (each % 2) * 48} ${608 - h + 30 + Math.floor(each / 2) * 66}h26" stroke="#f4efe4" stroke-width="3"/>`).join('');
    return `<rect x="${x}" y="${590 - h}" width="116" height="${h}" fill="${colour}"/><path d="M${x - 8} ${590 - h}L${x + 58} ${590 - h - 62}L${x + 124} ${590 - h}Z" fill="#6b4a44"/>${windows}`;
  }).join('');
  page('quay-houses', ['#a9d3e6', '#d9edf0', '#fbf3e2'], [
    clouds(random, 6, '#ffffff'), birds(random, 5, '#51677a'), ridge(random, 470, 120, '#93b09a', 200), houses, '<rect y="588" width="1600" height="64" fill="#8d8377"/><path d="M0 620H1600" stroke="#6e655b" stroke-width="4" stroke-dasharray="70 8"/>',
    '<rect y="652" width="1600" height="348" fill="#3f7d92"/>', waves(random, 662, 1000, '#cfe8ec', 140), boat(300, 760, 0.9, '#b5413a', '#f6efe0'), boat(760, 830, 1.15, '#1f4e6b', '#f3dcae'), boat(1260, 750, 0.8, '#e0a63c', '#f6efe0'),
  ]);
}
