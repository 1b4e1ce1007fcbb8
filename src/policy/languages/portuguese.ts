import type { Language } from './language.js';

export const PORTUGUESE: Language = {
  code: 'pt',
  labels: {
    erase: `excluir|exclua|apagar|apague|eliminar|remover|remova|deletar|desinstalar|destruir|expurgar|purgar|
      expulsar|para a lixeira|para o lixo|para lixeira|à lixeira|na lixeira|retirar|suprimir|
      mover * lixeira|exclui`,
    wipe: `esvaziar|esvazie|limpar|redefinir|restaurar padrões|restaurar configurações|formatar|descartar|
      resetar|apagar`,
    weighty: `lixeira|lixo|spam|pasta|histórico|dados|cookies|tabela|banco de dados|base de dados|fábrica|registro|caixa|cache|disco|
      dispositivo|fila|lixo eletrônico|senha`,
    light: `filtro|filtros|pesquisa|busca|formatação|formato|realce|ordenação|zoom|comparação|carrinho|favoritos|
      fundo|critério|critérios|classificação|campo de pesquisa|formatação de texto|entrada de texto`,
    selection: `seleção|selecionados|selecionadas`,
    account: `conta|contas|perfil`,
    end: `encerrar|encerre|fechar|cancelar|desativar|desabilitar|anular|rescindir|terminar|suspender`,
    contract: `assinatura|inscrição|pedido|reserva|contrato|plano|consulta|voo|viagem|transferência|pagamento|evento|agendamento|compra`,
    pay: `pagar|pague|comprar|=compra|compre|=pedir|pedir agora|encomendar|doar|doe|faça uma doação|fazer uma doação|fazer doação|transferir dinheiro|
      transferir fundos|=transferir|transferir agora|debitar|cobrar no meu|vender tudo|transfira os valores|sacar|dar lance|fazer lance|enviar dinheiro|recarregar saldo|=recarregar|adicionar saldo|investir|=vender|
      vender agora|fazer pix|fechar pedido|finalizar pedido|finalizar compra|arrematar|quitar|depositar|fazer pedido|fazer o pedido`,
    money: `pagamento|pedido|compra|transferência|doação|transação|depósito|saque|lance|fatura|dinheiro|fundos|pix|boleto|encomenda|reembolso|valores`,
    commit: `confirmar|confirme|concluir|conclua|finalizar|finalize|efetuar|efetue|realizar|autorizar|aprovar|enviar|executar|fazer|faça|
      prosseguir|aceitar|validar|processar|terminar|fechar|ir para|continuar para`,
    send: `enviar|envie|reenviar|publicar|publique|postar|poste|tuitar|mandar|convidar|convide|submeter|cancelar inscrição|
      cancelar assinatura|cancelar a assinatura|cancelar a inscrição|desinscrever|descadastrar|desinscrever-se|candidatar|comentar|divulgar|desassinar|anular subscrição|cancelar subscrição|solicitar`,
    affectsOthers: `bloquear|banir|revogar|mesclar|implantar|fazer deploy|desligar|reiniciar|votar|autorizar|
      assinar documento|assinar contrato|sair do grupo|sair da equipe|sair do canal|sair da organização|
      transferir propriedade|transferir a propriedade|tornar público|tornar pública|desativar|reservar|
      agendar|conceder|=permitir|permitir acesso|parar|ceder|encerrar|marcar consulta|remarcar|anular|
      rescindir|desabilitar`,
    join: `assinar|assine|inscrever|inscrever-se|registrar|participar|renovar|alugar|começar|iniciar|continuar|contratar`,
    save: `salvar|guardar|atualizar|adicionar|criar|aplicar|enviar arquivo|carregar|renomear|importar|arquivar|entrar|sair|editar|ativar|
      habilitar|instalar|alterar|mudar|restaurar|duplicar|mover|copiar|seguir|inserir|marcar|desfazer|substituir`,
    yes: `^sim|confirmar|=aceitar|^continuar|^ir|concluir|=concordo|executar|=próximo|=enviar|terminar|tenho certeza`,
    ask: `^como|por que|^onde|^quando|^quem|^guia|ajuda|saiba mais|saber mais|dicas|^o que|^sobre`,
    removal: `exclusão|eliminação|remoção`,
    harmless: `agora não|mais tarde|recusar|dispensar|voltar|anterior|cancelar|calcular|converter|verificar|visualizar|atualizar|pular|exportar|imprimir|fechar|ver|
      mostrar|simular`,
    info: `histórico|método|métodos|formas|forma|detalhes|detalhe|informações|informação|status|estado|número|lista|configurações|
      preferências|condições|guia|pendentes|recentes|data|taxas|modelos|endereço|sucesso|comprando|ver|mostrar|acompanhar|rastrear|
      preço|tipo|tipos|buscar|imprimir|baixar|editar`,
    done: `com sucesso|foi|foram|recentemente|falha ao`,
    not: `não|nunca|sem|manter`,
  },
  fields: {
    search: 'pesquisar|pesquisa|busca|buscar',
    settings: 'configuração',
    message: 'mensagem|resposta|comentário',
  },
  confirmations: { final: 'irreversib|desfeit', goesBack: 'comprando|navegando' },
  paths: { erase: 'excluir|eliminar', pay: 'pagar|paga', account: 'conta', checkout: 'pagamento|finalizar' },
  amounts: { total: 'valor|a pagar' },
  clock: 'segundos?|minutos?',
  secrets: {
    named: 'segredo|chave secreta|frase senha|código secreto|chave privada|palavra secreta',
    password: 'senha',
    card: 'número do cartão',
    codeBoxes: 'código',
  },
  injections: ['\\b(?:ignore|ignora|desconsidere)\\b.{0,40}instruç'],
};
