import type { Language } from './language.js';

export const SPANISH: Language = {
  code: 'es',
  labels: {
    erase: `eliminar|elimina|elimine|borrar|borra|borre|suprimir|quitar|quite|quita|remover|desinstalar|destruir|
      purgar|expulsar|a la papelera|retirar|descartar mensaje|dar de baja|darse de baja|darme de baja|
      a papelera|mover * papelera`,
    wipe: `vaciar|vacíe|limpiar|reiniciar|restablecer|reiniciar a|formatear|descartar|resetear|cancelar|borrar`,
    weighty: `papelera|spam|basura|no deseado|carpeta|historial|datos|cookies|tabla|base de datos|fábrica|registro|bandeja|caché|
      disco|dispositivo|cola|correo basura|contraseña|buzón|servidor|instancia|equipo|sistema|servicio`,
    light: `filtro|filtros|búsqueda|formato|resaltado|orden|ordenación|ordenamiento|zoom|comparación|carrito|
      cesta|favoritos|fondo|criterio|criterios|formato del texto|formato de texto`,
    selection: `selección|seleccionados|seleccionadas`,
    account: `cuenta|cuentas|perfil`,
    end: `cerrar|cierra|cancelar|cancela|desactivar|desactiva|anular|rescindir|terminar|finalizar|suspender|deshabilitar`,
    contract: `suscripción|pedido|reserva|contrato|membresía|cita|vuelo|viaje|transferencia|pago|plan|entrada|evento|inscripción`,
    pay: `pagar|pague|paga|abonar|comprar|=compra|compra ahora|compre|=pedir|pedir ahora|liquidar|donar|dona ahora|=dona|hacer una donación|transferir dinero|transferir fondos|=transferir|transferir ahora|cobrar a mi|cargar a mi|cargar en mi|vender todo|depositar dinero|
      retirar fondos|retirar dinero|retirar efectivo|pujar|enviar dinero|recargar saldo|recargar tarjeta|recargar móvil|recargar cuenta|recargar mi|ingresar dinero|invertir|=vender|vender ahora|
      encargar|ofertar|realizar pedido|tramitar pedido|tramitar el pedido|hacer pedido|hacer el pedido|finalizar compra|girar dinero|hacer una oferta`,
    money: `pago|pedido|compra|transferencia|donación|transacción|depósito|retiro|puja|factura|dinero|fondos|orden|bizum|reembolso`,
    commit: `confirmar|confirma|realizar|realice|completar|completa|finalizar|tramitar|efectuar|autorizar|aprobar|enviar|ejecutar|hacer|haz|
      proceder|aceptar|validar|procesar|terminar|ir al|continuar con el|continuar al|emitir`,
    send: `enviar|envía|envíe|reenviar|publicar|publica|publique|postear|tuitear|mandar|remitir|invitar|invita|presentar|
      cancelar suscripción|desuscribir|desuscribirse|anular suscripción|postular|solicitar|comentar|difundir|desuscribirme|cancelar la suscripción|anular la suscripción|inscribirse y enviar`,
    affectsOthers: `bloquear|vetar|banear|revocar|fusionar|combinar pull|desplegar|apagar|votar|autorizar|firmar|
      salir del grupo|salir del equipo|salir del canal|abandonar|transferir propiedad|
      transferir la propiedad|hacer público|hacer pública|desactivar|reservar|conceder|=permitir|
      permitir acceso|otorgar|detener|ceder|agendar cita|pedir cita|anular|rescindir|poner en producción|
      deshabilitar|inhabilitar|desinscribir`,
    join: `suscribirse|suscríbete|suscribirme|suscribir|registrarse|unirse|renovar|alquilar|comenzar|empezar|continuar|contratar|inscribirse`,
    save: `guardar|actualizar|añadir|agregar|crear|aplicar|subir|cargar|renombrar|importar|archivar|iniciar sesión|cerrar sesión|editar|
      modificar|activar|habilitar|instalar|cambiar|restaurar|duplicar|mover|copiar|seguir|insertar|marcar|deshacer|reemplazar|registrarse`,
    yes: `^sí|^si|confirmar|=aceptar|^continuar|^ir|terminar|de acuerdo|ejecutar|=siguiente|=enviar|completar|estoy seguro`,
    ask: `^cómo|^como|por qué|^dónde|^cuándo|^quién|acerca|^guía|ayuda|saber más|más información|consejos|^qué`,
    removal: `eliminación|borrado`,
    harmless: `ahora no|más tarde|rechazar|descartar|volver|atrás|anterior|cancelar|calcular|convertir|comprobar|verificar|vista previa|actualizar|omitir|exportar|imprimir|
      cerrar|ver|mostrar|simular`,
    info: `historial|método|métodos|formas|forma|detalles|detalle|información|estado|número|lista|configuración|preferencias|condiciones|
      guía|pendientes|recientes|fecha|comisiones|plantillas|dirección|correctamente|éxito|seguir comprando|ver|mostrar|rastrear|precio|
      comprando|tipo|tipos|buscar|imprimir|descargar|editar`,
    done: `correctamente|con éxito|ha sido|fue|recientemente|error al`,
    not: `no|nunca|sin|conservar|mantener`,
  },
  fields: { search: 'buscar|búsqueda|busca', settings: 'configuración', message: 'mensaje|respuesta|comentario' },
  confirmations: { final: 'definitiv|irreversib|deshacer', goesBack: 'comprando|compra[rs]?\\b|navegando' },
  paths: { erase: 'eliminar|borrar', pay: 'pagar|paga', account: 'cuenta', checkout: 'pago|pagar|finalizar' },
  amounts: { total: 'importe|a pagar' },
  clock: 'segundos?|minutos?',
  secrets: {
    named: 'clave secreta|frase secreta|frase de contraseña|frase de paso|código secreto|clave privada',
    password: 'contraseña|contrasena',
    code: 'código de verificación',
    card: 'número de tarjeta|número de la tarjeta',
    codeBoxes: 'código',
  },
  injections: ['\\bignora\\b.{0,40}(?:instruct|instruccion)'],
};
